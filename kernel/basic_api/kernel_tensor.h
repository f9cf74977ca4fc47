#pragma once
#include "ascendc/tensor.h"
