/* What the chip is: answered from its parameters. */
#include <stdio.h>
#include <string.h>

#include "runtime/state.h"

const char *aclrtGetSocName(void)
{
    HOLD_RUNTIME();
    return need_chip() == ACL_SUCCESS ? belay_chip_name(state.session.chip) : NULL;
}

aclError aclrtGetVersion(int32_t *major, int32_t *minor, int32_t *patch)
{
    HOLD_RUNTIME();
    if (major == NULL || minor == NULL || patch == NULL)
        return fail_null("a place for a number");
    *major = ACL_MAJOR_VERSION;
    *minor = ACL_MINOR_VERSION;
    *patch = ACL_PATCH_VERSION;
    return ACL_SUCCESS;
}

static aclError chip_number(const char *key, int64_t *value)
{
    double number;
    aclError code = need_chip();
    if (code != ACL_SUCCESS)
        return code;
    if (!belay_chip_number(state.session.chip, key, &number))
        return fail_unsupported(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "%s has no parameter %s",
                                belay_chip_name(state.session.chip), key);
    *value = (int64_t)number;
    return ACL_SUCCESS;
}

/* --- attributes ------------------------------------------------------------------------------- */

/* Which parameter of the chip answers. The first five are those that hicann/runtime reads for them
 * (api_impl.cc GetDeviceInfoByAttr); SIMT limits: its config/950/dev_info_reg.cc. */
static const struct {
    aclrtDevAttr attribute;
    const char *key;
} attributes[] = {
    {ACL_DEV_ATTR_AICPU_CORE_NUM, "SoCInfo.ai_cpu_cnt"},
    {ACL_DEV_ATTR_AICORE_CORE_NUM, "SoCInfo.ai_core_cnt"},
    {ACL_DEV_ATTR_CUBE_CORE_NUM, "SoCInfo.cube_core_cnt"},
    {ACL_DEV_ATTR_VECTOR_CORE_NUM, "SoCInfo.vector_core_cnt"},
    {ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE, "SoCInfo.memory_size"},
    {ACL_DEV_ATTR_L2_CACHE_SIZE, "SoCInfo.l2_size"},
    {ACL_DEV_ATTR_NPU_ARCH, "version.NpuArch"},
    {ACL_DEV_ATTR_WARP_SIZE, "simt.warp_size"},
    {ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE, "simt.max_threads_per_core"},
    {ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE, "simt.ub_size"},
    {ACL_DEV_ATTR_MAX_GRID_DIM_X, "simt.max_grid_dim"},
    {ACL_DEV_ATTR_MAX_GRID_DIM_Y, "simt.max_grid_dim"},
    {ACL_DEV_ATTR_MAX_GRID_DIM_Z, "simt.max_grid_dim"},
    {ACL_DEV_ATTR_MAX_BLOCK_PER_GRID, "simt.max_blocks_per_grid"},
    {ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK, "simt.max_threads_per_block"},
    {ACL_DEV_ATTR_MAX_BLOCK_DIM_X, "simt.max_block_dim"},
    {ACL_DEV_ATTR_MAX_BLOCK_DIM_Y, "simt.max_block_dim"},
    {ACL_DEV_ATTR_MAX_BLOCK_DIM_Z, "simt.max_block_dim"},
};

aclError aclrtGetDeviceInfo(uint32_t device, aclrtDevAttr attribute, int64_t *value)
{
    HOLD_RUNTIME();
    if (value == NULL)
        return fail_null("value");
    if (device != 0)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "device %u: there is one device, 0",
                    (unsigned)device);
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (attributes[i].attribute == attribute)
            return chip_number(attributes[i].key, value);
    switch (attribute) {
    case ACL_DEV_ATTR_PHY_CHIP_ID:
    case ACL_DEV_ATTR_IS_VIRTUAL:
        *value = 0;
        return ACL_SUCCESS;
    case ACL_DEV_ATTR_SMP_ID:
    case ACL_DEV_ATTR_SUPER_POD_DEVICE_ID:
    case ACL_DEV_ATTR_SUPER_POD_SERVER_ID:
    case ACL_DEV_ATTR_SUPER_POD_ID:
    case ACL_DEV_ATTR_CUST_OP_PRIVILEGE:
    case ACL_DEV_ATTR_MAINBOARD_ID:
    case ACL_DEV_ATTR_HD_CONNECT_TYPE:
    case ACL_DEV_ATTR_DEVICE_FORM_FACTOR:
        return fail_unsupported(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "device attribute %d",
                                (int)attribute);
    default:
        return fail(ACL_ERROR_RT_PARAM_INVALID, "device attribute %d is unknown", (int)attribute);
    }
}

aclError aclGetDeviceCapability(uint32_t device, aclDeviceInfo info, int64_t *value)
{
    HOLD_RUNTIME();
    static const char *const key[] = {"SoCInfo.ai_core_cnt", "SoCInfo.vector_core_cnt",
                                      "SoCInfo.l2_size"};
    if (value == NULL)
        return fail_null("value");
    if (device != 0)
        return fail(ACL_ERROR_INVALID_PARAM, "device %u: there is one device, 0", (unsigned)device);
    if ((unsigned)info >= sizeof key / sizeof *key)
        return fail(ACL_ERROR_INVALID_PARAM, "capability %d is unknown", (int)info);
    return chip_number(key[info], value);
}

aclError aclrtGetDeviceCapability(int32_t device, aclrtDevFeatureType feature, int32_t *value)
{
    HOLD_RUNTIME();
    if (value == NULL)
        return fail_null("value");
    aclError code = check_device(device);
    if (code != ACL_SUCCESS)
        return code;
    if (feature != ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV &&
        feature != ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "feature %d is unknown", (int)feature);
    *value = ACL_DEV_FEATURE_NOT_SUPPORT;
    return ACL_SUCCESS;
}

/* --- numbers of the device -------------------------------------------------------------------- */

static aclError same_device(int32_t from, int32_t *to)
{
    if (to == NULL)
        return fail_null("the place for the number");
    aclError code = check_device(from);
    if (code == ACL_SUCCESS)
        *to = from;
    return code;
}

aclError aclrtGetLogicDevIdByUserDevId(const int32_t user, int32_t *const logical)
{
    HOLD_RUNTIME();
    return same_device(user, logical);
}

aclError aclrtGetUserDevIdByLogicDevId(const int32_t logical, int32_t *const user)
{
    HOLD_RUNTIME();
    return same_device(logical, user);
}

aclError aclrtGetLogicDevIdByPhyDevId(const int32_t physical, int32_t *const logical)
{
    HOLD_RUNTIME();
    return same_device(physical, logical);
}

aclError aclrtGetPhyDevIdByLogicDevId(const int32_t logical, int32_t *const physical)
{
    HOLD_RUNTIME();
    return same_device(logical, physical);
}

aclError aclrtGetUserDevIdByPhyDevId(const int32_t physical, int32_t *const user)
{
    HOLD_RUNTIME();
    return same_device(physical, user);
}

aclError aclrtGetPhyDevIdByUserDevId(const int32_t user, int32_t *const physical)
{
    HOLD_RUNTIME();
    return same_device(user, physical);
}

/* --- limits of all launches ------------------------------------------------------------------- */

static aclError set_time_limit(uint64_t microseconds)
{
    aclError code = need_context(NULL);
    if (code == ACL_SUCCESS)
        state.time_limit_us = microseconds;
    return code;
}

aclError aclrtSetOpExecuteTimeOut(uint32_t seconds)
{
    HOLD_RUNTIME();
    return set_time_limit(seconds * UINT64_C(1000000));
}

aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t milliseconds)
{
    HOLD_RUNTIME();
    return set_time_limit(milliseconds * UINT64_C(1000));
}

aclError aclrtSetOpExecuteTimeOutV2(uint64_t microseconds, uint64_t *actual)
{
    HOLD_RUNTIME();
    if (actual == NULL)
        return fail_null("actual");
    aclError code = set_time_limit(microseconds);
    if (code == ACL_SUCCESS)
        *actual = microseconds;
    return code;
}
