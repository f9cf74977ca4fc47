/* Single operators of CANN (aclop*): Belay has none of them, so nothing is declared. */
#ifndef BELAY_ACL_OP_H
#define BELAY_ACL_OP_H

#include "acl_base.h"

#endif
