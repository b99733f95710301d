#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "CBenchmark.h"

extern char **environ;

// Asked of a process that has ended and was not yet reaped, so that nothing is missed.
static int64_t written_by(pid_t process) {
  char path[64], line[128];
  long long written = -1;
  snprintf(path, sizeof path, "/proc/%d/io", (int)process);
  FILE *file = fopen(path, "r");
  if (!file) return -1;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "wchar: %lld", &written) == 1) break;
  }
  fclose(file);
  return written;
}

int kb_run(char *const *arguments, const char *output, kb_child_result *result) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  kb_seconds start = kb_now();
  pid_t process;
  int code = posix_spawnp(&process, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) return code;

  siginfo_t ended;
  while (waitid(P_PID, (id_t)process, &ended, WEXITED | WNOWAIT) != 0) {
    if (errno != EINTR) return errno;
  }
  result->time.wall = kb_now().wall - start.wall;
  result->written = written_by(process);
  int status;
  struct rusage usage;
  if (wait4(process, &status, 0, &usage) != process) return errno;
  result->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result->time.cpu = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
                     (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  result->peak_kib = usage.ru_maxrss;
#ifdef __APPLE__
  result->peak_kib /= 1024;
#endif
  return 0;
}
