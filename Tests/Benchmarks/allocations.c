/* Counts allocations: loaded before the C library, whose own functions do the work. */
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ulong count;

unsigned long allocation_count(void) { return atomic_load(&count); }

static void add(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) { add(); return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { add(); return __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { add(); return __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { add(); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { add(); return __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
  add();
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : 12;
}
