/* Control and status registers: Zicsr, the counters, fcsr and vlenb. Private to emu/scalar. */
#ifndef BELAY_EMU_SCALAR_CSR_H
#define BELAY_EMU_SCALAR_CSR_H

#include "emu/scalar/rv.h"

/* hart->time and hart->retired must be current. False: there is no such csr here, or it cannot be
 * written; hart->fault_text says so. */
bool rv_csr_read(struct rv_hart *hart, unsigned number, uint64_t *value);
bool rv_csr_write(struct rv_hart *hart, unsigned number, uint64_t value);

/* NULL when the number has no name here. */
const char *rv_csr_name(unsigned number);

#endif
