#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CBenchmark.h"

static int finish(int descriptor, int failed) {
  int code = failed ? errno : 0;
  close(descriptor);
  return code;
}

int kb_make_file(const char *path, int64_t size, int64_t modified_us) {
  int descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
  if (descriptor < 0) return errno;
  struct timespec time = {modified_us / 1000000, modified_us % 1000000 * 1000};
  struct timespec times[2] = {time, time};
  return finish(descriptor, ftruncate(descriptor, size) != 0 || futimens(descriptor, times) != 0);
}

int kb_rewrite(const char *path) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  return finish(descriptor, pwrite(descriptor, "changed", 7, 0) != 7);
}

int kb_touch(const char *path) { return utimensat(AT_FDCWD, path, NULL, 0) == 0 ? 0 : errno; }
