/* CANN splits acl_base.h; some programs name the part. */
#include "acl_base.h"
