/* A device program as the public interface hands it out: its images and their decoded code. */
#ifndef BELAY_EMU_PROGRAM_H
#define BELAY_EMU_PROGRAM_H

#include "belay.h"
#include "emu/scalar/rv.h"
#include "loader/loader.h"

struct belay_program {
    struct program *program;
    struct rv_code *code[2]; /* by core_kind; NULL when the image is absent */
};

#endif
