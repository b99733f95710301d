#ifdef __linux__
#define _GNU_SOURCE
#include "CKinoLocal.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

// Files that are written to count when they are closed: while they grow, every write is an event.
static const uint32_t mask = IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_CLOSE_WRITE
  | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK;

int kino_watch_open(void) {
  int queue = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return queue < 0 ? -errno : queue;
}

int kino_watch_add(int queue, int directory) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", directory);
  int watch = inotify_add_watch(queue, path, mask);
  return watch < 0 ? -errno : watch;
}

void kino_watch_remove(int queue, int32_t watch) {
  inotify_rm_watch(queue, watch);
}

void kino_watch_wait(int queue, int wake, int timeout_ms) {
  struct pollfd pollers[2] = {{.fd = queue, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
  poll(pollers, 2, timeout_ms);
}

long kino_watch_read(int queue, void *buffer, size_t size) {
  long result;
  do {
    result = read(queue, buffer, size);
  } while (result < 0 && errno == EINTR);
  if (result < 0 && errno == EAGAIN) return 0;
  return result < 0 ? -errno : result;
}

static uint32_t kinds_of(uint32_t mask) {
  return (mask & (IN_CREATE | IN_MOVED_TO) ? KINO_EVENT_APPEARED : 0)
    | (mask & (IN_DELETE | IN_MOVED_FROM) ? KINO_EVENT_VANISHED : 0)
    | (mask & (IN_CLOSE_WRITE | IN_ATTRIB) ? KINO_EVENT_CHANGED : 0)
    | (mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) ? KINO_EVENT_SELF : 0)
    | (mask & IN_IGNORED ? KINO_EVENT_FORGOTTEN : 0)
    | (mask & IN_Q_OVERFLOW ? KINO_EVENT_OVERFLOW : 0);
}

bool kino_watch_next(const void *buffer, long length, size_t *offset, struct kino_event *out) {
  struct inotify_event event;
  if (*offset + sizeof event > (size_t)length) return false;
  memcpy(&event, (const char *)buffer + *offset, sizeof event);
  size_t room = (size_t)length - *offset - sizeof event;
  if (event.len > room) return false;
  out->name = (const char *)buffer + *offset + sizeof event;
  out->name_length = strnlen(out->name, event.len);
  out->watch = event.wd;
  out->kinds = kinds_of(event.mask);
  out->is_directory = (event.mask & IN_ISDIR) != 0;
  *offset += sizeof event + event.len;
  return true;
}

bool kino_next_directory(
  const void *buffer, long length, size_t *offset, struct kino_record *out) {
  while (*offset < (size_t)length) {
    const struct dirent64 *entry = (const void *)((const char *)buffer + *offset);
    *offset += entry->d_reclen;
    if (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN) continue;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    out->name = entry->d_name;
    out->name_length = strlen(entry->d_name);
    return true;
  }
  return false;
}
#endif
