/* Counts allocations, and calls of the system's files: loaded before the C library, whose own functions do the work.
   TABLEPAGES_COUNTS names a file of two numbers, allocations and calls, in which others read them while the program runs. */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ulong own[2];
static atomic_ulong *counts = own;

unsigned long allocation_count(void) { return atomic_load(&counts[0]); }

static void add(int which) { atomic_fetch_add_explicit(&counts[which], 1, memory_order_relaxed); }

void *malloc(size_t size) { add(0); return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { add(0); return __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { add(0); return __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { add(0); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { add(0); return __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
  add(0);
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : 12;
}

/* Declared here and not by the system's headers, whose names for the large forms differ. */
#define CALL(result, name, parameters, arguments)                    \
  result name parameters {                                           \
    static result(*next) parameters;                                 \
    if (!next) next = (result(*) parameters)dlsym(RTLD_NEXT, #name); \
    add(1);                                                          \
    return next arguments;                                           \
  }
CALL(long, pread, (int file, void *bytes, size_t count, long place), (file, bytes, count, place))
CALL(long, pread64, (int file, void *bytes, size_t count, long place), (file, bytes, count, place))
CALL(long, pwrite, (int file, const void *bytes, size_t count, long place), (file, bytes, count, place))
CALL(long, pwrite64, (int file, const void *bytes, size_t count, long place), (file, bytes, count, place))
CALL(int, fdatasync, (int file), (file))
CALL(int, fsync, (int file), (file))
CALL(int, stat, (const char *path, void *result), (path, result))
CALL(int, stat64, (const char *path, void *result), (path, result))
CALL(int, lstat, (const char *path, void *result), (path, result))
CALL(int, lstat64, (const char *path, void *result), (path, result))
CALL(int, fstat, (int file, void *result), (file, result))
CALL(int, fstat64, (int file, void *result), (file, result))
CALL(int, access, (const char *path, int mode), (path, mode))

#define FILE_CONTROL(name)                                            \
  int name(int file, int command, ...) {                              \
    static int (*next)(int, int, void *);                             \
    if (!next) next = (int (*)(int, int, void *))dlsym(RTLD_NEXT, #name); \
    va_list list;                                                     \
    va_start(list, command);                                          \
    void *argument = va_arg(list, void *);                            \
    va_end(list);                                                     \
    add(1);                                                           \
    return next(file, command, argument);                             \
  }
FILE_CONTROL(fcntl)
FILE_CONTROL(fcntl64)

extern int open(const char *, int, ...);

__attribute__((constructor)) static void share(void) {
  const char *path = getenv("TABLEPAGES_COUNTS");
  int file = path ? open(path, 2) : -1;
  if (file < 0) return;
  void *shared = mmap(NULL, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared != MAP_FAILED) counts = shared;
}
