#pragma once
#include <sqlite3.h>

/* What Swift can't call of SQLite: functions with variable arguments. */

/* Without memory statistics SQLite's allocator takes no global lock. Refused once SQLite is initialised. */
static inline int csqlite_without_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/* No corruption by SQL, and no schema of a stranger's that calls functions with side effects. */
static inline void csqlite_distrust(sqlite3 *db) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
}

/* Triggers belong to what a write does; a connection that only reads runs none. Those that keep a full-text index are refused unless the
   schema is trusted; what they can call is SQLite's own, without extensions, and shadow tables stay out of reach. */
static inline void csqlite_run_triggers(sqlite3 *db) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, (int *)0);
}

/* Whether a change of this transaction left a reference without its row, as deferred foreign keys may until the end. */
static inline int csqlite_has_broken_references(sqlite3 *db) {
  int current = 0, highest = 0;
  sqlite3_db_status(db, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0);
  return current != 0;
}
