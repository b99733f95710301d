#pragma once
#include "CKinoSMB.h"

#include <libsmbclient.h>
#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>

// Sockets of the process, by inode, sorted by nothing.
struct kino_smb_sockets {
  size_t count;
  size_t room;
  uint64_t *inodes;
  // Whether there was no memory for all of them.
  bool is_partial;
};

#define KINO_HIDDEN __attribute__((visibility("hidden")))

struct kino_smb {
  SMBCCTX *context;
  char *host;
  char *user;
  char *domain;
  char *password;
  char *oldest_protocol;
  char *newest_protocol;
  bool encrypts;
  bool is_alone;
  int32_t timeout_ms;
  uint16_t port;
  // Held during a call: a thread that was given up may still be in one when the next one comes.
  pthread_mutex_t use;
  // Whether a call of this connection holds the process's lock for what connects.
  bool holds_lock;
  bool was_connected;
  // Whether a server has let it in, and the library's own way to keep one that has.
  atomic_bool was_let_in;
  smbc_add_cached_srv_fn keep_server;
  atomic_bool is_cut;
  atomic_bool was_replaced;
  // Guards what follows, which `kino_smb_cut` uses.
  pthread_mutex_t mutex;
  // Our own copy of the descriptor of the library's socket; -1 while there is none. As it is ours,
  // it never stands for another socket, whatever the library closes.
  int socket;
  bool is_connecting;
  // Where the host is; NULL before it was looked up.
  struct addrinfo *addresses;
  struct kino_smb_sockets before;
};

KINO_HIDDEN bool kino_smb_is_parallel(void);

// The lock for everything that connects, or for every call where the library can not do two at once.
KINO_HIDDEN void kino_smb_lock(void);
KINO_HIDDEN void kino_smb_unlock(void);

// Begins and ends a call; between them the library may be used. A call that could not begin, because
// the connection was cut, must not be ended.
KINO_HIDDEN int kino_smb_enter(kino_smb *smb);
KINO_HIDDEN int kino_smb_leave(kino_smb *smb, int code);

// `kino_smb_look` between the beginning and the end of a call.
KINO_HIDDEN int kino_smb_look_inside(
    kino_smb *smb, const char *url, struct kino_smb_facts *facts);

// What a call that failed left in `errno`.
KINO_HIDDEN int kino_smb_failure(void);

// Looks the host up, which blocks and needs no lock; keeps what was found before if it fails.
KINO_HIDDEN void kino_smb_look_up(kino_smb *smb);

KINO_HIDDEN void kino_smb_begin_connecting(kino_smb *smb);
KINO_HIDDEN void kino_smb_end_connecting(kino_smb *smb);

// Makes the system find out, within minutes, that a server is gone of which nothing is asked.
KINO_HIDDEN void kino_smb_keep_alive(kino_smb *smb);
