#pragma once
#include "adv_api/matmul/matmul_intf.h"
