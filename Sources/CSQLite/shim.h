#pragma once
#include <sqlite3.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What Swift can't call of SQLite: functions with variable arguments. */

/* SQLite's own allocator with a limit on what all blocks from 16 KB on take together: a row of values may be any size, and SQLite has it whole
   before anybody can ask how large it is. Beyond the limit SQLite answers SQLITE_NOMEM. Smaller blocks go through uncounted, and SQLite's own
   statistics, which take a lock for each block, are not needed for it. State and functions are those of the one object file that calls them: its
   Swift functions are not inlined elsewhere. */
enum { csqlite_large_block = 16 * 1024 };
struct csqlite_memory {
  sqlite3_mem_methods plain;
  long long limit, used;
};
static inline struct csqlite_memory *csqlite_memory(void) {
  static struct csqlite_memory memory = {.limit = 0x7FFFFFFFFFFFFFFF};
  return &memory;
}
static inline int csqlite_counted(void *block) {
  int size = block ? csqlite_memory()->plain.xSize(block) : 0;
  return size >= csqlite_large_block ? size : 0;
}
/* Nothing is written for small blocks, which are nearly all: threads would take the line of memory from each other. */
static inline void csqlite_count(int more) {
  if (more) __atomic_fetch_add(&csqlite_memory()->used, more, __ATOMIC_RELAXED);
}
static inline int csqlite_has_room(int size, int freed) {
  struct csqlite_memory *memory = csqlite_memory();
  return size < csqlite_large_block || __atomic_load_n(&memory->used, __ATOMIC_RELAXED) - freed + size
    <= __atomic_load_n(&memory->limit, __ATOMIC_RELAXED);
}
/* Short texts of a row are read into a block for each column, which SQLite replaces whenever a row has a longer one. What a block has
   beyond what was asked for is used, so that one is mostly enough. */
static inline int csqlite_with_space(int size) { return size > 24 && size < 72 ? 72 : size; }
static inline void *csqlite_bounded_malloc(int size) {
  if (!csqlite_has_room(size, 0)) return 0;
  void *block = csqlite_memory()->plain.xMalloc(csqlite_with_space(size));
  csqlite_count(csqlite_counted(block));
  return block;
}
static inline void csqlite_bounded_free(void *block) {
  csqlite_count(-csqlite_counted(block));
  csqlite_memory()->plain.xFree(block);
}
static inline void *csqlite_bounded_realloc(void *block, int size) {
  int before = csqlite_counted(block);
  if (size > before && !csqlite_has_room(size, before)) return 0;
  void *moved = csqlite_memory()->plain.xRealloc(block, size);
  if (moved) csqlite_count(csqlite_counted(moved) - before);
  return moved;
}
/* Refused once SQLite is initialised. */
static inline int csqlite_bound_memory(void) {
  struct csqlite_memory *memory = csqlite_memory();
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory->plain);
  /* Asked without one set, SQLite first sets its own. */
  if (code != SQLITE_OK || !memory->plain.xMalloc) return code != SQLITE_OK ? code : SQLITE_MISUSE;
  sqlite3_mem_methods bounded = memory->plain;
  bounded.xMalloc = csqlite_bounded_malloc;
  bounded.xFree = csqlite_bounded_free;
  bounded.xRealloc = csqlite_bounded_realloc;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &bounded);
}
static inline void csqlite_set_large_limit(long long bytes) {
  __atomic_store_n(&csqlite_memory()->limit, bytes, __ATOMIC_RELAXED);
}
static inline long long csqlite_large_memory(void) {
  return __atomic_load_n(&csqlite_memory()->used, __ATOMIC_RELAXED);
}

/* Without memory statistics SQLite's allocator takes no global lock. Refused once SQLite is initialised. */
static inline int csqlite_without_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/* How much of what a statement or a savepoint may have to take back is in memory (https://sqlite.org/c3ref/c_config_covering_index_scan.html,
   SQLITE_CONFIG_STMTJRNL_SPILL); a block of this size. Refused once SQLite is initialised. */
static inline int csqlite_keep_savepoints(int bytes) { return sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, bytes); }

/* Whether names between double quotes that are no columns are texts from now on, as views and triggers of old databases have them. Every
   statement of the connection is prepared anew. */
static inline void csqlite_take_quoted_texts(sqlite3 *db, int takes) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, takes, (int *)0);
}

/* No corruption by SQL, no schema of a stranger's that calls functions with side effects, and no name between double quotes that is taken for a
   text because there is no such column. */
static inline void csqlite_distrust(sqlite3 *db) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
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

/* SQLite maps the index of a write-ahead log into memory, and whoever cuts that file (`-shm`) ends every program that has it mapped: reading
   behind the end of a mapped file is SIGBUS. Here the file gets its size back, and the instruction is run again: it reads zeros, which tell
   SQLite to build the index anew from the log (https://sqlite.org/walformat.html). Any other SIGBUS goes to whoever handled it before.

   Only what may be called in a handler is called (signal-safety(7); `truncate` is a bare system call on Linux), and no descriptor of the
   file itself is opened: closing one would drop SQLite's locks on it. */
struct csqlite_mapping {
  unsigned long start, end, offset;
  char path[4096];
};
static inline unsigned long csqlite_hex(const char **text) {
  unsigned long number = 0;
  for (;; (*text)++) {
    char c = **text;
    if (c >= '0' && c <= '9') number = number * 16 + (unsigned long)(c - '0');
    else if (c >= 'a' && c <= 'f') number = number * 16 + (unsigned long)(c - 'a') + 10;
    else return number;
  }
}
/* A line of /proc/self/maps: `start-end rights offset device inode path`. */
static inline int csqlite_read_mapping(const char *line, struct csqlite_mapping *mapping) {
  mapping->start = csqlite_hex(&line);
  if (*line++ != '-') return 0;
  mapping->end = csqlite_hex(&line);
  for (int blanks = 0; *line && blanks < 2; line++) blanks += *line == ' ';
  mapping->offset = csqlite_hex(&line);
  while (*line && *line != '/') line++;
  size_t size = strlen(line);
  if (size < 5 || size >= sizeof mapping->path || strcmp(line + size - 4, "-shm")) return 0;
  memcpy(mapping->path, line, size + 1);
  return 1;
}
/* The mapping that holds an address, and as its end how large its file has to be for all mappings of it; 0 if it is no index of a log. */
static inline int csqlite_find_mapping(unsigned long address, struct csqlite_mapping *found) {
  struct csqlite_mapping mapping;
  unsigned long size = 0;
  found->path[0] = 0;
  for (int pass = 0; pass < 2; pass++) {
    int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (maps < 0) return 0;
    char block[1024], line[4352];
    size_t length = 0;
    ssize_t count;
    while ((count = read(maps, block, sizeof block)) > 0) {
      for (ssize_t i = 0; i < count; i++) {
        if (block[i] != '\n') {
          if (length < sizeof line - 1) line[length++] = block[i];
          continue;
        }
        line[length] = 0;
        length = 0;
        if (!csqlite_read_mapping(line, &mapping)) continue;
        if (pass == 0 && address >= mapping.start && address < mapping.end) *found = mapping;
        unsigned long end = mapping.offset + (mapping.end - mapping.start);
        if (pass == 1 && !strcmp(mapping.path, found->path) && end > size) size = end;
      }
    }
    close(maps);
    if (!found->path[0]) return 0;
  }
  found->offset += address - found->start;
  found->end = size;
  return 1;
}
static inline struct sigaction *csqlite_former_bus_action(void) {
  static struct sigaction former;
  return &former;
}
/* Whether the instruction can be run again. */
static inline int csqlite_regrow(siginfo_t *info) {
  static int restarts;
  struct csqlite_mapping mapping;
  struct stat status;
  if (info->si_code == BUS_ADRERR && csqlite_find_mapping((unsigned long)info->si_addr, &mapping)
      && !stat(mapping.path, &status)) {
    /* Another thread may have been quicker; a disk that fails is no file that was cut, and faults again and again. */
    if ((unsigned long)status.st_size > mapping.offset && __atomic_fetch_add(&restarts, 1, __ATOMIC_RELAXED) < 10000) return 1;
    if ((unsigned long)status.st_size <= mapping.offset && !truncate(mapping.path, (off_t)mapping.end)) return 1;
  }
  return 0;
}
static inline void csqlite_on_bus_fault(int number, siginfo_t *info, void *context) {
  /* What was interrupted may still look at the error of the call before it. */
  int error = errno;
  int grew = csqlite_regrow(info);
  errno = error;
  if (grew) return;
  struct sigaction *former = csqlite_former_bus_action();
  if (former->sa_flags & SA_SIGINFO) former->sa_sigaction(number, info, context);
  else if (former->sa_handler != SIG_DFL && former->sa_handler != SIG_IGN) former->sa_handler(number);
  else signal(SIGBUS, SIG_DFL);
}
static inline int csqlite_survive_cut_indexes(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = csqlite_on_bus_fault;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  return sigaction(SIGBUS, &action, csqlite_former_bus_action());
}
