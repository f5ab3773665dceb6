// PostgreSQL's client library by its header alone: only who asks for a database loads it.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

#include <dlfcn.h>
#include <stddef.h>

// The functions that are used; X(name) stands for PQname.
#define PQ_FUNCTIONS                                                                               \
  X(connectdbParams) X(finish) X(status) X(errorMessage) X(socket) X(setnonblocking)               \
  X(setNoticeProcessor) X(sendPrepare) X(sendQuery) X(sendQueryPrepared) X(flush) X(consumeInput)  \
  X(isBusy) X(getResult) X(clear) X(resultStatus) X(resultErrorField) X(ntuples) X(cmdTuples)      \
  X(getisnull) X(getvalue) X(getlength) X(conninfoParse) X(conninfoFree) X(freemem)

struct PQFunctions {
#define X(name) __typeof__(&PQ##name) _Nonnull name;
  PQ_FUNCTIONS
#undef X
};

// Loads the library and fills in the table; returns the name of what is missing, or NULL.
static inline const char *_Nullable PQFunctions_load(
    struct PQFunctions *_Nonnull functions, const char *_Nonnull path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return path;
#define X(name)                                                                                    \
  *(void **)&functions->name = dlsym(library, "PQ" #name);                                         \
  if (*(void **)&functions->name == NULL) return "PQ" #name;
  PQ_FUNCTIONS
#undef X
  return NULL;
}
