#include "emu/scalar/csr.h"

#include "emu/scalar/explain.h"
#include "emu/scalar/fp.h"

/* Numbers: unprivileged ISA 20191213 table 24.3, V 1.0 table 1, privileged ISA 20211203 chapter 2.
 */
enum csr {
    CSR_FFLAGS = 0x001,
    CSR_FRM = 0x002,
    CSR_FCSR = 0x003,
    CSR_CYCLE = 0xc00,
    CSR_TIME = 0xc01,
    CSR_INSTRET = 0xc02,
    CSR_VLENB = 0xc22
};

static const struct {
    unsigned number;
    const char *name;
} names[] = {
    {CSR_FFLAGS, "fflags"}, {CSR_FRM, "frm"},         {CSR_FCSR, "fcsr"},   {CSR_CYCLE, "cycle"},
    {CSR_TIME, "time"},     {CSR_INSTRET, "instret"}, {CSR_VLENB, "vlenb"}, {0x008, "vstart"},
    {0x009, "vxsat"},       {0x00a, "vxrm"},          {0x00f, "vcsr"},      {0xc20, "vl"},
    {0xc21, "vtype"},       {0x100, "sstatus"},       {0x105, "stvec"},     {0x140, "sscratch"},
    {0x141, "sepc"},        {0x142, "scause"},        {0x143, "stval"},     {0x180, "satp"},
    {0x300, "mstatus"},     {0x301, "misa"},          {0x304, "mie"},       {0x305, "mtvec"},
    {0x340, "mscratch"},    {0x341, "mepc"},          {0x342, "mcause"},    {0x343, "mtval"},
    {0x344, "mip"},         {0xb00, "mcycle"},        {0xb02, "minstret"},  {0xf11, "mvendorid"},
    {0xf12, "marchid"},     {0xf13, "mimpid"},        {0xf14, "mhartid"},
};

const char *rv_csr_name(unsigned number)
{
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].number == number)
            return names[i].name;
    return NULL;
}

bool rv_csr_read(struct rv_hart *hart, unsigned number, uint64_t *value)
{
    switch (number) {
    case CSR_FFLAGS:
        *value = hart->fcsr & FP_FLAGS;
        return true;
    case CSR_FRM:
        *value = hart->fcsr >> 5;
        return true;
    case CSR_FCSR:
        *value = hart->fcsr;
        return true;
    case CSR_CYCLE:
    case CSR_TIME:
        *value = hart->time / RV_SUBTICKS;
        return true;
    case CSR_INSTRET:
        *value = hart->retired;
        return true;
    case CSR_VLENB:
        *value = VREG_BYTES;
        return true;
    }
    rv_explain_csr(hart, number, false);
    return false;
}

bool rv_csr_write(struct rv_hart *hart, unsigned number, uint64_t value)
{
    uint32_t low = (uint32_t)value;
    switch (number) {
    case CSR_FFLAGS:
        hart->fcsr = (hart->fcsr & ~(uint32_t)FP_FLAGS) | (low & FP_FLAGS);
        return true;
    case CSR_FRM:
        hart->fcsr = (hart->fcsr & FP_FLAGS) | (low & 7) << 5;
        return true;
    case CSR_FCSR:
        hart->fcsr = low & 0xff;
        return true;
    }
    rv_explain_csr(hart, number, true);
    return false;
}
