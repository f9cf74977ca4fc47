#pragma once
#include "adv_api/tiling_api.h"
