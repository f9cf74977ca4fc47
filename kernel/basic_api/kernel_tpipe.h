#pragma once
#include "ascendc/pipe.h"
