/* Compilation while the program runs (aclrtc*): not built. Every function returns
 * ACL_ERROR_API_NOT_SUPPORT and says so; compile with `belay cc -c` and load with
 * aclrtBinaryLoadFromFile instead. Signatures: asc-devkit tools/include/aclrtc/acl_rt_compile.h. */
#ifndef BELAY_ACL_RT_COMPILE_H
#define BELAY_ACL_RT_COMPILE_H

#include <stddef.h>

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void *aclrtcProg;

aclError aclrtcCreateProg(aclrtcProg *prog, const char *source, const char *name, int header_count,
                          const char **headers, const char **include_names);
aclError aclrtcCompileProg(aclrtcProg prog, int option_count, const char **options);
aclError aclrtcAddNameExpr(aclrtcProg prog, const char *const expression);
aclError aclrtcGetLoweredName(aclrtcProg prog, const char *expression, const char **name);
aclError aclrtcDestroyProg(aclrtcProg *prog);
aclError aclrtcGetBinData(aclrtcProg prog, char *data);
aclError aclrtcGetBinDataSize(aclrtcProg prog, size_t *size);
aclError aclrtcGetCompileLogSize(aclrtcProg prog, size_t *size);
aclError aclrtcGetCompileLog(aclrtcProg prog, char *log);

#ifdef __cplusplus
}
#endif
#endif
