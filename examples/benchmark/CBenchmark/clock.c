#include <sys/resource.h>
#include <time.h>

#include "CBenchmark.h"

kb_seconds kb_now(void) {
  struct timespec wall;
  struct rusage usage;
  clock_gettime(CLOCK_MONOTONIC, &wall);
  getrusage(RUSAGE_SELF, &usage);
  kb_seconds now = {
      wall.tv_sec + wall.tv_nsec * 1e-9,
      usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
          (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6,
  };
  return now;
}
