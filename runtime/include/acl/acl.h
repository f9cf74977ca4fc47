/* The ACL host interface: names and layout of CANN's acl/acl.h (hicann/runtime
 * include/external/acl). */
#ifndef BELAY_ACL_H
#define BELAY_ACL_H

#include "acl_mdl.h"
#include "acl_op.h"
#include "acl_rt.h"

#endif
