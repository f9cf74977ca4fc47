/* Offline models of CANN (aclmdl*): Belay has none of them, so nothing is declared. Recorded
 * launches (aclmdlRI*) are in acl_rt.h. */
#ifndef BELAY_ACL_MDL_H
#define BELAY_ACL_MDL_H

#include "acl_base.h"

#endif
