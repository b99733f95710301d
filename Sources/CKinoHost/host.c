#include "kino_host.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int count;
static char **arguments;

#if !defined(__GLIBC__) && !defined(__APPLE__)
#error "It is not known whether this C library gives a constructor the arguments."
#endif

// Both glibc and dyld pass them to what runs before main. Swift on Linux looks for them with the help of
// /proc/self/maps, and where that cannot be read takes it that there are none.
__attribute__((constructor)) static void keep(int given, char **values) {
  count = given;
  arguments = values;
}

int kino_argument_count(void) { return count; }

const char *kino_argument(int index) { return index >= 0 && index < count ? arguments[index] : NULL; }

static int written_to = -1;

static void note(int signal) {
  (void)signal;
  int before = errno;
  // A pipe that is full holds more than one already.
  ssize_t ignored = write(written_to, "", 1);
  (void)ignored;
  errno = before;
}

int kino_catch_interrupts(void) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  written_to = ends[1];
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction before;
    // nohup has the end of the terminal ignored.
    if (signals[i] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(signals[i], &action, NULL);
  }
  return ends[0];
}
