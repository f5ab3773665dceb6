// Loaded into a worker before all else: one write to a file puts down only a part of its bytes, as the
// system may, and the next may fail or be the last. The file that SHORT_WRITES names says which, and is shared
// with the test.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
  // Writes to files so far.
  _Atomic int64_t seen;
  // Which of them is cut short, and how many bytes it keeps: 0 for half, or all but so many if negative.
  _Atomic int64_t at, keep;
  // What the one after that fails with; 0 if it doesn't, and below 0 the signal that it dies of.
  _Atomic int64_t error;
  // How many were cut short.
  _Atomic int64_t made;
} *control;

static ssize_t (*next_write)(int, const void *, size_t);
static ssize_t (*next_pwrite)(int, const void *, size_t, off_t);

__attribute__((constructor)) static void start(void) {
  next_write = dlsym(RTLD_NEXT, "write");
  next_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  const char *path = getenv("SHORT_WRITES");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file == -1) return;
  void *shared = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (shared != MAP_FAILED) control = shared;
}

// How many bytes to write; -1 to fail, with errno set.
static ssize_t part(int file, size_t count) {
  struct stat status;
  // The log is a file too.
  if (!control || file <= 2 || count == 0 || fstat(file, &status) || !S_ISREG(status.st_mode)) return count;
  int64_t number = ++control->seen;
  if (number == control->at + 1 && control->error) {
    if (control->error < 0) kill(getpid(), -control->error);
    errno = control->error;
    return -1;
  }
  if (number != control->at || count == 1) return count;
  ++control->made;
  int64_t keep = control->keep;
  if (keep == 0) return count / 2;
  if (keep < 0) keep += count;
  return keep < 1 ? 1 : keep < (int64_t)count ? keep : (int64_t)count - 1;
}

ssize_t write(int file, const void *bytes, size_t count) {
  ssize_t left = part(file, count);
  return left < 0 ? left : next_write(file, bytes, left);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) {
  ssize_t left = part(file, count);
  return left < 0 ? left : next_pwrite(file, bytes, left, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return pwrite64(file, bytes, count, offset);
}
