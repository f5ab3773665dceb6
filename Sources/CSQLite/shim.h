// SQLite, and a constant of its that Swift cannot read, being a cast: bound bytes are to be copied.
#include <sqlite3.h>

static inline sqlite3_destructor_type sqlite3_transient(void) { return SQLITE_TRANSIENT; }
