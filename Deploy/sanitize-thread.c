// Linked with the units when they run with the sanitizer of threads, as the standard library was built without it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdbool.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// Locks
//
// What is inlined of Swift's Mutex is checked like our own code. Where two threads meet, the library goes on out of
// sight, and then all that the lock guards would look like a race.

#define SWIFT __attribute__((swiftcall))
#define HANDLE __attribute__((swift_context)) void *handle
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void Lock(uint32_t thread, HANDLE);
typedef SWIFT bool Try(HANDLE);
typedef SWIFT void Unlock(HANDLE);

static Lock *lock;
static Try *try_lock;
static Unlock *unlock;

__attribute__((constructor)) static void find(void) {
  lock = (Lock *)dlsym(RTLD_NEXT, LOCK);
  try_lock = (Try *)dlsym(RTLD_NEXT, TRY);
  unlock = (Unlock *)dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void found_lock(uint32_t thread, HANDLE) __asm__(LOCK);
SWIFT void found_lock(uint32_t thread, HANDLE) {
  lock(thread, handle);
  __tsan_acquire(handle);
}

SWIFT bool found_try(HANDLE) __asm__(TRY);
SWIFT bool found_try(HANDLE) {
  bool is_mine = try_lock(handle);
  if (is_mine) __tsan_acquire(handle);
  return is_mine;
}

SWIFT void found_unlock(HANDLE) __asm__(UNLOCK);
SWIFT void found_unlock(HANDLE) {
  __tsan_release(handle);
  unlock(handle);
}

// Arguments that are changed in place
//
// The compiler tells of each as a whole, even of one that takes no room, such as the system's random numbers, and
// that has no address. What is really read and written is told besides.
void __wrap___tsan_external_write(void *address, void *caller, void *kind) {}
