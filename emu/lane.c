#include "emu/lane.h"

const char *const lane_state_name[LANE_STATE_COUNT] = {
#define LANE_NAME(id, text) text,
    LANE_STATES(LANE_NAME)
#undef LANE_NAME
};
