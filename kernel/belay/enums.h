// Enumerations of the CCE intrinsics. Values: CANN 8.1.RC1 cce_aicore_intrinsics.h, completed for
// the 950 from the VPTO enums (facts; docs/kernel_binary.md lists the sources).
#pragma once

typedef enum {
    PIPE_S = 0,
    PIPE_V = 1,
    PIPE_M = 2,
    PIPE_MTE1 = 3,
    PIPE_MTE2 = 4,
    PIPE_MTE3 = 5,
    PIPE_ALL = 6,
    PIPE_MTE4 = 7,
    PIPE_MTE5 = 8,
    PIPE_V2 = 9,
    PIPE_FIX = 10
} pipe_t;

typedef enum {
    EVENT_ID0 = 0,
    EVENT_ID1,
    EVENT_ID2,
    EVENT_ID3,
    EVENT_ID4,
    EVENT_ID5,
    EVENT_ID6,
    EVENT_ID7
} event_t;

typedef enum { L1 = 0, L0A, L0B, L0C, UB, BT } mem_t;
typedef enum { DSB_ALL = 0, DSB_DDR, DSB_UB, DSB_SEQ } mem_dsb_t;
typedef enum { SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE = 1 } cache_line_t;
typedef enum {
    CACHELINE_ALL = 0,
    CACHELINE_UB = 1,
    CACHELINE_OUT = 2,
    CACHELINE_ATOMIC = 3
} dcci_dst_t;
typedef enum {
    ATOMIC_NONE = 0,
    ATOMIC_F32,
    ATOMIC_F16,
    ATOMIC_S16,
    ATOMIC_S32,
    ATOMIC_S8,
    ATOMIC_BF16
} atomic_type_t;
typedef enum { ATOMIC_SUM = 0 } atomic_op_t;
typedef enum { inc = 0, dec = 1 } addr_cal_mode_t;
typedef enum {
    PAD_NONE = 0,
    PAD_MODE1,
    PAD_MODE2,
    PAD_MODE3,
    PAD_MODE4,
    PAD_MODE5,
    PAD_MODE6,
    PAD_MODE7,
    PAD_MODE8
} pad_t;
typedef enum { BM_DISABLE = 0, BM_ENABLE = 1 } bm_t;
typedef enum { VALUE_INDEX = 0, INDEX_VALUE, ONLY_VALUE, ONLY_INDEX } Order_t;
typedef enum { CSIZE0 = 0, CSIZE1 = 1 } csize_t;
typedef enum { VA0 = 0, VA1, VA2, VA3, VA4, VA5, VA6, VA7 } ub_addr8_t;
typedef enum { L128 = 0, H128 } vpart_t;

// Pre-stage quantisation of fixpipe; odd values are the scalar, even ones the vector form.
typedef enum {
    NoQuant = 0,
    F322F16 = 1,
    VQF322HIF8_PRE = 2,
    QF322HIF8_PRE = 3,
    VQF322HIF8_PRE_HYBRID = 4,
    QF322HIF8_PRE_HYBRID = 5,
    AttachF16Mul = 6,
    DEQS32_INT = 7,
    VREQ8 = 8,
    REQ8 = 9,
    VDEQF16 = 10,
    DEQF16 = 11,
    VQF322FP8_PRE = 12,
    QF322FP8_PRE = 13,
    VSHIFTS322S16 = 12,
    SHIFTS322S16 = 13,
    VQF322F32_PRE = 14,
    QF322F32_PRE = 15,
    F322BF16 = 16,
    VQF162B8_PRE = 17,
    QF162B8_PRE = 18,
    VQF162S4_PRE = 19,
    QF162S4_PRE = 20,
    VREQ4 = 21,
    REQ4 = 22,
    VQF322B8_PRE = 23,
    QF322B8_PRE = 24,
    VQF322S4_PRE = 25,
    QF322S4_PRE = 26,
    VDEQS16 = 27,
    DEQS16 = 28,
    VQF162S16_PRE = 29,
    QF162S16_PRE = 30,
    VQF322F16_PRE = 31,
    QF322F16_PRE = 32,
    VQF322BF16_PRE = 33,
    QF322BF16_PRE = 34,
    VQS322BF16_PRE = 35,
    QS322BF16_PRE = 36
} QuantMode_t;

typedef enum {
    NoConv = 0,
    VQS162B8_POST,
    QS162B8_POST,
    VQF162B8_POST,
    QF162B8_POST,
    VQS162S4_POST,
    QS162S4_POST,
    VQF162S4_POST,
    QF162S4_POST,
    VQS162S16_POST,
    QS162S16_POST,
    VQF162S16_POST,
    QF162S16_POST
} QuantMode_post;

typedef enum {
    VSPR_RPN_COR_IR = 19,
    VSPR_DATA_EXP_0 = 48,
    VSPR_DATA_EXP_1 = 49,
    VSPR_DATA_EXP_2 = 50,
    VSPR_DATA_EXP_3 = 51
} VSPR_t;

// Cache hints of loads and stores in SIMT code; no functional effect.
enum class L1CacheType : uint32_t { NON_CACHEABLE = 0, CACHEABLE = 1 };
enum class LD_L2CacheType : uint32_t { L2_CACHE_HINT_NORMAL_FV = 0 };
enum class ST_L2CacheType : uint32_t { L2_CACHE_HINT_NORMAL_FV = 0 };
