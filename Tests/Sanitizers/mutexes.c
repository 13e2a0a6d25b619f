/* Tells the thread sanitizer of the mutexes of Swift's module Synchronization.

   Where nobody waits, a lock is an atomic operation of our own code, which the sanitizer sees. Where somebody waits, Swift's library and the
   kernel hand it over, which it doesn't: it would call everything that a waiter reads a race. Loaded before that library, these stand in the
   way of its three functions for waiters (stdlib/public/Synchronization/Mutex/LinuxImpl.swift), and say what they do. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

/* Programs without the sanitizer, which tests start, have neither. */
__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

static void *found(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function == NULL) abort();
  return function;
}

SWIFT void lock(uint32_t thread, SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void lock(uint32_t thread, SELF void *mutex) {
  static SWIFT void (*original)(uint32_t, SELF void *);
  if (original == NULL) original = found("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  original(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock(SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
SWIFT bool try_lock(SELF void *mutex) {
  static SWIFT bool (*original)(SELF void *);
  if (original == NULL) original = found("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
  bool locked = original(mutex);
  if (locked && __tsan_acquire) __tsan_acquire(mutex);
  return locked;
}

SWIFT void unlock(SELF void *mutex) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFT void unlock(SELF void *mutex) {
  static SWIFT void (*original)(SELF void *);
  if (original == NULL) original = found("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  if (__tsan_release) __tsan_release(mutex);
  original(mutex);
}
