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

/* The hook that tells of each row before it changes: also of those that foreign keys and REPLACE take along, and of tables without row ids
   (https://sqlite.org/c3ref/preupdate_blobwrite.html). Not every SQLite was built with it, so the names are weak: without them nothing can
   be watched, and whoever asks is told so. */
void *sqlite3_preupdate_hook(
    sqlite3 *db,
    void (*hook)(void *, sqlite3 *, int, char const *, char const *, sqlite3_int64, sqlite3_int64),
    void *context) __attribute__((weak));
int sqlite3_preupdate_old(sqlite3 *, int, sqlite3_value **) __attribute__((weak));
int sqlite3_preupdate_new(sqlite3 *, int, sqlite3_value **) __attribute__((weak));
int sqlite3_preupdate_depth(sqlite3 *) __attribute__((weak));

static inline int csqlite_can_watch_rows(void) { return sqlite3_preupdate_hook != 0; }
static inline void csqlite_watch_rows(
    sqlite3 *db,
    void (*hook)(void *, sqlite3 *, int, char const *, char const *, sqlite3_int64, sqlite3_int64),
    void *context) {
  if (sqlite3_preupdate_hook) sqlite3_preupdate_hook(db, hook, context);
}
/* 0 for what a statement itself does, more for what foreign keys and triggers do because of it. */
static inline int csqlite_watched_depth(sqlite3 *db) { return sqlite3_preupdate_depth ? sqlite3_preupdate_depth(db) : 0; }
/* A value of the row before, or after; valid until the hook returns. NULL if there is none. */
static inline sqlite3_value *csqlite_watched_value(sqlite3 *db, int column, int isAfter) {
  sqlite3_value *value = 0;
  if (!sqlite3_preupdate_old || !sqlite3_preupdate_new) return 0;
  int code = isAfter ? sqlite3_preupdate_new(db, column, &value) : sqlite3_preupdate_old(db, column, &value);
  return code == SQLITE_OK ? value : 0;
}

/* Whether triggers run; what foreign keys do is not among these. */
static inline void csqlite_set_triggers(sqlite3 *db, int areOn) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, areOn, (int *)0);
}

/* The place of some bytes within others, -1 where they are not, in time that grows with the sum of their lengths alone
   (https://www.gnu.org/software/libc/manual/html_node/Search-Functions.html, memmem; declared here since the C library only does when asked). */
void *memmem(const void *, __SIZE_TYPE__, const void *, __SIZE_TYPE__);
static inline long csqlite_find(const void *bytes, long count, const void *wanted, long wantedCount) {
  const char *found = memmem(bytes, count, wanted, wantedCount);
  return found ? found - (const char *)bytes : -1;
}
