#include "CKinoNFSGuard.h"

#include <netinet/in.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#ifdef __APPLE__
#include <netinet/tcp.h>

static uint64_t bytes_received(int socket) {
  struct tcp_connection_info info;
  socklen_t size = sizeof info;
  return getsockopt(socket, IPPROTO_TCP, TCP_CONNECTION_INFO, &info, &size) == 0 ? info.tcpi_rxbytes : 0;
}
#else
// glibc's own header has an older, shorter structure.
#include <linux/tcp.h>

static uint64_t bytes_received(int socket) {
  struct tcp_info info;
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
  const socklen_t end = offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received;
  return size >= end ? info.tcpi_bytes_received : 0;
}
#endif

uint64_t kino_nfs_bytes_read(int socket) {
  uint64_t received = bytes_received(socket);
  int waiting = 0;
  // More may have come in between, so that this is too little, and never too much.
  if (ioctl(socket, FIONREAD, &waiting) != 0 || waiting < 0) return 0;
  return received > (uint64_t)waiting ? received - (uint64_t)waiting : 0;
}
