#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "internal.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// The library's calls block, and nothing in it ends them; shutting its socket down does, at once.
// It does not say which socket that is: it is the one to the server's port that was not there before
// the library connected, while nothing else in the process could make it connect.

#ifdef __APPLE__
#define DESCRIPTORS "/dev/fd"
#else
#define DESCRIPTORS "/proc/self/fd"
#endif

static bool leads_to(int descriptor, uint16_t port) {
  struct sockaddr_storage peer;
  socklen_t size = sizeof peer;
  if (getpeername(descriptor, (struct sockaddr *)&peer, &size) != 0) return false;
  if (peer.ss_family == AF_INET) return ((struct sockaddr_in *)&peer)->sin_port == htons(port);
  if (peer.ss_family == AF_INET6) return ((struct sockaddr_in6 *)&peer)->sin6_port == htons(port);
  return false;
}

static uint64_t inode_of(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? (uint64_t)status.st_ino : 0;
}

static bool holds(const struct kino_smb_sockets *sockets, uint64_t inode) {
  for (size_t index = 0; index < sockets->count; index++) {
    if (sockets->inodes[index] == inode) return true;
  }
  return false;
}

// Calls `visit` with a copy of the descriptor of every socket of the process to a port, and closes it
// unless `visit` keeps it.
static void visit_sockets(uint16_t port, bool (*visit)(int copy, void *state), void *state) {
  DIR *folder = opendir(DESCRIPTORS);
  if (folder == NULL) return;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    char *end;
    long number = strtol(entry->d_name, &end, 10);
    if (*end != '\0' || end == entry->d_name || !leads_to((int)number, port)) continue;
    // Another thread may have closed the descriptor meanwhile, and it may be another's by now.
    int copy = fcntl((int)number, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) continue;
    if (!leads_to(copy, port) || !visit(copy, state)) close(copy);
  }
  closedir(folder);
}

static bool note(int copy, void *state) {
  struct kino_smb_sockets *sockets = state;
  if (sockets->count < sizeof sockets->inodes / sizeof *sockets->inodes) {
    sockets->inodes[sockets->count++] = inode_of(copy);
  }
  return false;
}

static bool keep(int copy, void *state) {
  kino_smb *smb = state;
  if (smb->socket >= 0 || holds(smb->before, inode_of(copy))) return false;
  smb->socket = copy;
  return true;
}

static bool shut(int copy, void *state) {
  kino_smb *smb = state;
  if (!holds(smb->before, inode_of(copy))) shutdown(copy, SHUT_RDWR);
  return false;
}

void kino_smb_begin_connecting(kino_smb *smb) {
  pthread_mutex_lock(&smb->mutex);
  if (smb->socket >= 0) close(smb->socket);
  smb->socket = -1;
  smb->before->count = 0;
  visit_sockets(smb->port, note, smb->before);
  smb->is_connecting = true;
  pthread_mutex_unlock(&smb->mutex);
}

void kino_smb_end_connecting(kino_smb *smb) {
  pthread_mutex_lock(&smb->mutex);
  smb->is_connecting = false;
  visit_sockets(smb->port, keep, smb);
  if (atomic_load(&smb->is_cut) && smb->socket >= 0) shutdown(smb->socket, SHUT_RDWR);
  pthread_mutex_unlock(&smb->mutex);
}

void kino_smb_cut(kino_smb *smb) {
  pthread_mutex_lock(&smb->mutex);
  atomic_store(&smb->is_cut, true);
  if (smb->socket >= 0) shutdown(smb->socket, SHUT_RDWR);
  if (smb->is_connecting) visit_sockets(smb->port, shut, smb);
  pthread_mutex_unlock(&smb->mutex);
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Waits until a socket is connected, in steps, as a cut can not wake it.
static int wait_connected(kino_smb *smb, int descriptor, int64_t deadline) {
  while (!atomic_load(&smb->is_cut)) {
    int64_t left = deadline - now_ms();
    if (left <= 0) return ETIMEDOUT;
    struct pollfd poller = {.fd = descriptor, .events = POLLOUT};
    int ready = poll(&poller, 1, left < 50 ? (int)left : 50);
    if (ready < 0 && errno != EINTR) return errno;
    if (ready <= 0) continue;
    int code = 0;
    socklen_t size = sizeof code;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) != 0) return errno;
    return code;
  }
  return ECANCELED;
}

static int probe(kino_smb *smb, const struct addrinfo *address, int64_t deadline) {
  int descriptor = socket(address->ai_family, SOCK_STREAM, 0);
  if (descriptor < 0) return errno;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  int code = 0;
  if (connect(descriptor, address->ai_addr, address->ai_addrlen) != 0) {
    code = errno == EINPROGRESS ? wait_connected(smb, descriptor, deadline) : errno;
  }
  close(descriptor);
  return code;
}

int kino_smb_probe(kino_smb *smb, int32_t timeout_ms) {
  char service[8];
  snprintf(service, sizeof service, "%u", smb->port);
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
  struct addrinfo *addresses = NULL;
  if (getaddrinfo(smb->host, service, &hints, &addresses) != 0) return EHOSTUNREACH;
  int64_t deadline = now_ms() + timeout_ms;
  int code = EHOSTUNREACH;
  for (struct addrinfo *address = addresses; address != NULL; address = address->ai_next) {
    code = probe(smb, address, deadline);
    if (code == 0 || code == ECANCELED) break;
  }
  freeaddrinfo(addresses);
  return code;
}
