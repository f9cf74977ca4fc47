#pragma once
#include "ascendc/reg_convert.h"
