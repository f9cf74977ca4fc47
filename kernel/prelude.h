// Force-included before every kernel source: what the vendor's compiler has built in. Makes stock
// clang 19 accept Ascend C (docs/design.md section 2): macros of the architecture, markers that
// `belay cc` rewrites on tokens, element and vector types, enumerations, and the CCE intrinsics
// generated from isa/. The driver defines one of __BELAY_PASS_AIV__, __BELAY_PASS_AIC__ (device)
// and
// __BELAY_PASS_HOST__.
#pragma once
#pragma clang system_header

#include "belay/macros.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <type_traits>
#include <utility>

#include "belay/enums.h"
#include "belay/types.h"
#include "belay/vectors.h"

namespace __cce_simd
{
#define __BELAY_ISA_ENUMS__
#include "belay_intrinsics.h"
#undef __BELAY_ISA_ENUMS__
} // namespace __cce_simd
using namespace __cce_simd;

#include "belay/emit.h"

namespace __cce_scalar
{
#define __BELAY_ISA_FUNCTIONS__
#include "belay_intrinsics.h"
#undef __BELAY_ISA_FUNCTIONS__
} // namespace __cce_scalar
using namespace __cce_scalar;

#include "belay/address.h"
#include "belay/aliases.h"
#include "belay/launch.h"
#include "belay/pack.h"
#include "belay/scalar.h"
#include "belay/simt.h"
