// delay PORT MICROSECONDS: a relay to a port of this machine that holds everything back for so long, in each direction.
//
// It prints its own port, and runs until it is ended. Bytes stay in order, and nothing limits their rate.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// What came in on one side and waits to go out on the other; of length 0 at the end.
struct piece {
  struct piece *next;
  uint64_t due;
  ssize_t length, sent;
  char bytes[];
};

struct side {
  int socket;
  struct piece *first, *last;
  struct connection *connection;
};

// Two sides; what came in on one goes out on the other.
struct connection {
  struct side sides[2];
  int ends, is_over;
  struct connection *next;
};

static struct connection *connections;
static struct sockaddr_in target;
static uint64_t delay;
static int events, listener, timer;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void end(struct connection *connection) {
  if (connection->is_over) return;
  connection->is_over = 1;
  for (int i = 0; i < 2; i++) {
    close(connection->sides[i].socket);
    for (struct piece *piece; (piece = connection->sides[i].first);) {
      connection->sides[i].first = piece->next;
      free(piece);
    }
  }
}

static void accept_one(void) {
  int sockets[2] = {accept(listener, NULL, NULL), socket(AF_INET, SOCK_STREAM, 0)};
  if (sockets[0] < 0 || connect(sockets[1], (struct sockaddr *)&target, sizeof target) != 0) {
    close(sockets[0]);
    close(sockets[1]);
    return;
  }
  struct connection *connection = calloc(1, sizeof *connection);
  connection->next = connections;
  connections = connection;
  for (int i = 0; i < 2; i++) {
    int one = 1;
    setsockopt(sockets[i], IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    fcntl(sockets[i], F_SETFL, O_NONBLOCK);
    connection->sides[i].socket = sockets[i];
    connection->sides[i].connection = connection;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &connection->sides[i]};
    epoll_ctl(events, EPOLL_CTL_ADD, sockets[i], &event);
  }
}

static void take(struct side *side) {
  enum { size = 65536 };
  while (!side->connection->is_over) {
    struct piece *piece = malloc(sizeof *piece + size);
    ssize_t length = read(side->socket, piece->bytes, size);
    if (length < 0) {
      free(piece);
      if (errno != EAGAIN) end(side->connection);
      return;
    }
    piece = realloc(piece, sizeof *piece + (size_t)length);
    piece->next = NULL;
    piece->length = length;
    piece->sent = 0;
    piece->due = now() + delay;
    if (side->first) {
      side->last->next = piece;
    } else {
      side->first = piece;
    }
    side->last = piece;
    if (length == 0) {
      epoll_ctl(events, EPOLL_CTL_DEL, side->socket, NULL);
      return;
    }
  }
}

// Sends what is due of what came in on one side; returns when to look again, 0 for never.
static uint64_t pass(struct side *side, int other) {
  struct piece *piece;
  while (!side->connection->is_over && (piece = side->first)) {
    uint64_t time = now();
    if (piece->due > time) return piece->due;
    if (piece->length > 0) {
      ssize_t sent = send(other, piece->bytes + piece->sent, (size_t)(piece->length - piece->sent), MSG_NOSIGNAL);
      if (sent < 0 && errno == EAGAIN) return time + 1000000;
      if (sent < 0) {
        end(side->connection);
        return 0;
      }
      piece->sent += sent;
      if (piece->sent < piece->length) continue;
    } else {
      shutdown(other, SHUT_WR);
      side->connection->ends++;
    }
    side->first = piece->next;
    free(piece);
  }
  if (side->connection->ends == 2) end(side->connection);
  return 0;
}

// Sends everything that is due, and sets the timer for the rest.
static void pass_all(void) {
  uint64_t next = 0;
  for (struct connection **place = &connections; *place;) {
    struct connection *connection = *place;
    for (int i = 0; i < 2; i++) {
      uint64_t due = pass(&connection->sides[i], connection->sides[!i].socket);
      if (due && (!next || due < next)) next = due;
    }
    if (connection->is_over) {
      *place = connection->next;
      free(connection);
    } else {
      place = &connection->next;
    }
  }
  struct itimerspec time = {.it_value = {(time_t)(next / 1000000000u), (long)(next % 1000000000u)}};
  timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, NULL);
}

static int open_listener(void) {
  struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof own;
  listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&own, length) != 0 || listen(listener, 512) != 0) return 0;
  getsockname(listener, (struct sockaddr *)&own, &length);
  printf("%d\n", ntohs(own.sin_port));
  fflush(stdout);
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: delay PORT MICROSECONDS\n");
    return 2;
  }
  target = (struct sockaddr_in){
      .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  delay = strtoull(argv[2], NULL, 10) * 1000;
  if (!open_listener()) return 1;
  events = epoll_create1(0);
  timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
  int sources[2] = {listener, timer};
  for (int i = 0; i < 2; i++) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &sources[i]};
    epoll_ctl(events, EPOLL_CTL_ADD, sources[i], &event);
  }
  for (;;) {
    struct epoll_event ready[64];
    int count = epoll_wait(events, ready, 64, -1);
    for (int i = 0; i < count; i++) {
      uint64_t expirations;
      if (ready[i].data.ptr == &sources[0]) {
        accept_one();
      } else if (ready[i].data.ptr == &sources[1]) {
        if (read(timer, &expirations, sizeof expirations) < 0) continue;
      } else {
        struct side *side = ready[i].data.ptr;
        if (!side->connection->is_over) take(side);
      }
    }
    pass_all();
  }
}
