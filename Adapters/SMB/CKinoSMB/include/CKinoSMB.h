#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Connections of libsmbclient, in a form that Swift can call: strings are bytes with a NUL, results
// are `errno` values, 0 for success. -1 stands for a failure that came without a code.
//
// A connection serves one call at a time; others wait, but for `kino_smb_cut`. What connects is
// serialised over the process, as the library can not do it twice at once. Calls are made on threads
// that do nothing else: SIGPIPE stays blocked in them.

typedef struct kino_smb kino_smb;
typedef struct kino_smb_file kino_smb_file;

// What a connection is made with; everything is copied.
struct kino_smb_settings {
  const char *_Nonnull host;
  const char *_Nonnull user;
  const char *_Nonnull domain;
  const char *_Nonnull password;
  const char *_Nonnull oldest_protocol;
  const char *_Nonnull newest_protocol;
  // Whether nothing may be sent that is not encrypted.
  bool encrypts;
  // Whether no other call may run in the process during one of this connection, although the library
  // could do it.
  bool is_alone;
  // The longest wait for one answer.
  int32_t timeout_ms;
  uint16_t port;
};

// What the settings say of TCP_KEEPINTVL, so that the library's sockets are told from others. It has no
// effect: nothing is kept alive.
enum { KINO_SMB_MARK = 73 };

enum {
  KINO_SMB_HIDDEN = 0x2,
  KINO_SMB_DIRECTORY = 0x10,
  KINO_SMB_REPARSE_POINT = 0x400,
  KINO_SMB_OFFLINE = 0x1000,
};

// What a server says about an entry; times that are 0 are not known.
struct kino_smb_facts {
  uint64_t size;
  uint64_t file_id;
  int64_t modified_seconds;
  int64_t created_seconds;
  uint32_t modified_nanoseconds;
  uint32_t created_nanoseconds;
  uint16_t attributes;
};

// A directory, read to its end: `count` records, each the facts, the length of the name in two bytes
// of the machine's order, and the name. Freed by `kino_smb_free_listing`.
struct kino_smb_listing {
  uint8_t *_Nullable bytes;
  size_t size;
  size_t room;
  size_t count;
  // The directory itself when its reading began; all 0 if the server did not say.
  struct kino_smb_facts directory;
};

// What the library is good for in this process.
enum kino_smb_readiness {
  KINO_SMB_UNUSABLE,
  // Every call waits for all others, which the functions below see to.
  KINO_SMB_SERIAL,
  // Connections may be used at the same time.
  KINO_SMB_PARALLEL,
};

// Prepares the library, once per process: its threads, and its settings from the file instead of the
// machine's.
enum kino_smb_readiness kino_smb_prepare(const char *_Nonnull configuration);

// The library's version.
const char *_Nonnull kino_smb_version(void);

// Nothing is connected yet. Returns NULL without memory.
kino_smb *_Nullable kino_smb_new(const struct kino_smb_settings *_Nonnull settings);

// Whether a host takes connections, asked without holding up anything else; ends when it is cut.
int kino_smb_probe(kino_smb *_Nonnull smb, int32_t timeout_ms);

// Connects, and looks at a directory of a share.
int kino_smb_connect(
    kino_smb *_Nonnull smb, const char *_Nonnull url, struct kino_smb_facts *_Nonnull facts);

// Ends what the connection waits for, and every later call on it, with a failure. Never blocks.
void kino_smb_cut(kino_smb *_Nonnull smb);

// Whether the connection is no longer the one that was made: cut, or made anew by the library.
bool kino_smb_is_lost(kino_smb *_Nonnull smb);

// Whether a server has let the connection in, to some share.
bool kino_smb_was_let_in(kino_smb *_Nonnull smb);

// Takes down a connection with everything that is open on it.
void kino_smb_free(kino_smb *_Nonnull smb);

int kino_smb_look(
    kino_smb *_Nonnull smb, const char *_Nonnull url, struct kino_smb_facts *_Nonnull facts);

// Reads a whole directory. `distributes` is set when its share may lead to other servers (DFS), which
// is looked at only if an entry might.
int kino_smb_list(
    kino_smb *_Nonnull smb, const char *_Nonnull url, struct kino_smb_listing *_Nonnull listing,
    bool *_Nonnull distributes);

void kino_smb_free_listing(struct kino_smb_listing *_Nonnull listing);

int kino_smb_open(
    kino_smb *_Nonnull smb, const char *_Nonnull url, kino_smb_file *_Nullable *_Nonnull file);

int kino_smb_look_at(
    kino_smb *_Nonnull smb, kino_smb_file *_Nonnull file, struct kino_smb_facts *_Nonnull facts);

// Reads until `count` bytes are there or the file ends.
int kino_smb_read(
    kino_smb *_Nonnull smb, kino_smb_file *_Nonnull file, int64_t offset, void *_Nonnull buffer,
    size_t count, size_t *_Nonnull done);

void kino_smb_close(kino_smb *_Nonnull smb, kino_smb_file *_Nonnull file);

// Told of each change by its path below what is watched, names parted as the server parts them, and
// each `step_ms` with NULL; called in the thread of the call. `false` ends the watch.
typedef bool (*kino_smb_told)(void *_Nullable state, const char *_Nullable path);

// Watches a directory with all that is below it, until it is told to end, the connection ends or is cut,
// or the server has lost changes, which the library says in no words of its own. The connection is of
// no other use meanwhile.
int kino_smb_watch(
    kino_smb *_Nonnull smb, const char *_Nonnull url, int32_t step_ms,
    kino_smb_told _Nonnull told, void *_Nullable state);
