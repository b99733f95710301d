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
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// The library's calls block, and nothing in it ends them; shutting its socket down does, at once.
// It does not say which socket that is: it is the one to the server that was not there before the library
// connected, while nothing else in the process could make it connect, and that has the library's mark. The
// program's own sockets have none, nor have those with which a host is asked whether it takes connections.

#ifdef __APPLE__
#define DESCRIPTORS "/dev/fd"
#else
#define DESCRIPTORS "/proc/self/fd"
#endif

static bool is_at(const struct sockaddr *address, const struct sockaddr_storage *peer) {
  if (address->sa_family != peer->ss_family) return false;
  if (address->sa_family == AF_INET) {
    const struct sockaddr_in *one = (const struct sockaddr_in *)address;
    const struct sockaddr_in *other = (const struct sockaddr_in *)peer;
    return one->sin_port == other->sin_port && one->sin_addr.s_addr == other->sin_addr.s_addr;
  }
  if (address->sa_family != AF_INET6) return false;
  const struct sockaddr_in6 *one = (const struct sockaddr_in6 *)address;
  const struct sockaddr_in6 *other = (const struct sockaddr_in6 *)peer;
  return one->sin6_port == other->sin6_port &&
      memcmp(&one->sin6_addr, &other->sin6_addr, sizeof one->sin6_addr) == 0;
}

static bool is_marked(int descriptor) {
  int value = 0;
  socklen_t size = sizeof value;
  return getsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &value, &size) == 0 &&
      value == KINO_SMB_MARK;
}

// Whether a descriptor is a socket of the library that leads to the server.
static bool leads_to(int descriptor, const struct addrinfo *addresses) {
  struct sockaddr_storage peer;
  socklen_t size = sizeof peer;
  if (getpeername(descriptor, (struct sockaddr *)&peer, &size) != 0) return false;
  for (const struct addrinfo *one = addresses; one != NULL; one = one->ai_next) {
    if (is_at(one->ai_addr, &peer)) return is_marked(descriptor);
  }
  return false;
}

static uint64_t inode_of(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? (uint64_t)status.st_ino : 0;
}

// What there was no memory to note may have been there before.
static bool may_hold(const struct kino_smb_sockets *sockets, uint64_t inode) {
  for (size_t index = 0; index < sockets->count; index++) {
    if (sockets->inodes[index] == inode) return true;
  }
  return sockets->is_partial;
}

// Calls `visit` with a copy of the descriptor of every socket of the library to the server, and closes it
// unless `visit` keeps it.
static void visit_sockets(kino_smb *smb, bool (*visit)(int copy, kino_smb *smb)) {
  DIR *folder = opendir(DESCRIPTORS);
  if (folder == NULL) return;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    char *end;
    long number = strtol(entry->d_name, &end, 10);
    if (*end != '\0' || end == entry->d_name) continue;
    if (!leads_to((int)number, smb->addresses)) continue;
    // Another thread may have closed the descriptor meanwhile, and it may be another's by now.
    int copy = fcntl((int)number, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) continue;
    if (!leads_to(copy, smb->addresses) || !visit(copy, smb)) close(copy);
  }
  closedir(folder);
}

static bool note(int copy, kino_smb *smb) {
  struct kino_smb_sockets *sockets = &smb->before;
  if (sockets->count == sockets->room) {
    size_t room = sockets->room * 2 + 16;
    uint64_t *grown = realloc(sockets->inodes, room * sizeof *grown);
    sockets->is_partial = sockets->is_partial || grown == NULL;
    if (grown == NULL) return false;
    sockets->inodes = grown;
    sockets->room = room;
  }
  sockets->inodes[sockets->count++] = inode_of(copy);
  return false;
}

static bool keep(int copy, kino_smb *smb) {
  if (smb->socket >= 0 || may_hold(&smb->before, inode_of(copy))) return false;
  smb->socket = copy;
  return true;
}

static bool shut(int copy, kino_smb *smb) {
  if (!may_hold(&smb->before, inode_of(copy))) shutdown(copy, SHUT_RDWR);
  return false;
}

void kino_smb_begin_connecting(kino_smb *smb) {
  pthread_mutex_lock(&smb->mutex);
  if (smb->socket >= 0) close(smb->socket);
  smb->socket = -1;
  smb->before.count = 0;
  smb->before.is_partial = false;
  visit_sockets(smb, note);
  smb->is_connecting = true;
  pthread_mutex_unlock(&smb->mutex);
}

void kino_smb_end_connecting(kino_smb *smb) {
  pthread_mutex_lock(&smb->mutex);
  smb->is_connecting = false;
  visit_sockets(smb, keep);
  if (atomic_load(&smb->is_cut) && smb->socket >= 0) shutdown(smb->socket, SHUT_RDWR);
  pthread_mutex_unlock(&smb->mutex);
}

void kino_smb_cut(kino_smb *smb) {
  pthread_mutex_lock(&smb->mutex);
  atomic_store(&smb->is_cut, true);
  if (smb->socket >= 0) shutdown(smb->socket, SHUT_RDWR);
  if (smb->is_connecting) visit_sockets(smb, shut);
  pthread_mutex_unlock(&smb->mutex);
}

void kino_smb_keep_alive(kino_smb *smb) {
  const int on = 1;
  const int probes = 2;
  pthread_mutex_lock(&smb->mutex);
  if (smb->socket >= 0) {
    setsockopt(smb->socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(smb->socket, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
#ifndef __APPLE__
    const int idle_seconds = 60;
    setsockopt(smb->socket, IPPROTO_TCP, TCP_KEEPIDLE, &idle_seconds, sizeof idle_seconds);
#endif
  }
  pthread_mutex_unlock(&smb->mutex);
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// More than these are not asked.
enum { most_addresses = 16 };

static struct addrinfo *look_up(const kino_smb *smb) {
  char service[8];
  snprintf(service, sizeof service, "%u", smb->port);
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
  struct addrinfo *addresses = NULL;
  return getaddrinfo(smb->host, service, &hints, &addresses) == 0 ? addresses : NULL;
}

void kino_smb_look_up(kino_smb *smb) {
  struct addrinfo *found = look_up(smb);
  if (found == NULL) return;
  pthread_mutex_lock(&smb->mutex);
  if (smb->addresses != NULL) freeaddrinfo(smb->addresses);
  smb->addresses = found;
  pthread_mutex_unlock(&smb->mutex);
}

// Begins to connect a socket; `errno` tells why there is none.
static int begin_probe(const struct addrinfo *address) {
  int descriptor = socket(address->ai_family, SOCK_STREAM, 0);
  if (descriptor < 0) return -1;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  if (connect(descriptor, address->ai_addr, address->ai_addrlen) == 0 || errno == EINPROGRESS) {
    return descriptor;
  }
  int code = errno;
  close(descriptor);
  errno = code;
  return -1;
}

// Waits until one of the sockets is connected, in steps, as a cut can not wake it.
static int wait_connected(kino_smb *smb, struct pollfd *pollers, nfds_t count, int32_t timeout_ms) {
  int64_t deadline = now_ms() + timeout_ms;
  int code = EHOSTUNREACH;
  for (nfds_t pending = count; pending > 0;) {
    if (atomic_load(&smb->is_cut)) return ECANCELED;
    int64_t left = deadline - now_ms();
    if (left <= 0) return ETIMEDOUT;
    int ready = poll(pollers, count, left < 50 ? (int)left : 50);
    if (ready < 0 && errno != EINTR) return errno;
    for (nfds_t index = 0; ready > 0 && index < count; index++) {
      struct pollfd *poller = &pollers[index];
      if (poller->fd < 0 || poller->revents == 0) continue;
      socklen_t size = sizeof code;
      if (getsockopt(poller->fd, SOL_SOCKET, SO_ERROR, &code, &size) != 0) code = errno;
      if (code == 0) return 0;
      close(poller->fd);
      poller->fd = -1;
      pending--;
    }
  }
  return code;
}

int kino_smb_probe(kino_smb *smb, int32_t timeout_ms) {
  struct addrinfo *addresses = look_up(smb);
  if (addresses == NULL) return EHOSTUNREACH;
  struct pollfd pollers[most_addresses];
  nfds_t count = 0;
  int code = EHOSTUNREACH;
  // All at once: one that swallows packets takes no time from the others.
  for (struct addrinfo *one = addresses; one != NULL && count < most_addresses; one = one->ai_next) {
    int descriptor = begin_probe(one);
    if (descriptor < 0) code = errno;
    else pollers[count++] = (struct pollfd){.fd = descriptor, .events = POLLOUT};
  }
  freeaddrinfo(addresses);
  if (count > 0) code = wait_connected(smb, pollers, count, timeout_ms);
  for (nfds_t index = 0; index < count; index++) {
    if (pollers[index].fd >= 0) close(pollers[index].fd);
  }
  return code;
}
