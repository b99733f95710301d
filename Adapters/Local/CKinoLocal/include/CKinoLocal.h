/// System calls that Swift can not reach, in a shape that is the same on Linux and Darwin.
///
/// Functions return 0 or an `errno` value unless they say otherwise; none of them keeps a pointer.
#ifndef CKINO_LOCAL_H
#define CKINO_LOCAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a file system says about one entry. What `known` does not name is not set.
struct kino_attributes {
  uint64_t inode;
  uint64_t device;
  int64_t size;
  int64_t modified_seconds;
  int64_t created_seconds;
  uint32_t modified_nanoseconds;
  uint32_t created_nanoseconds;
  /// `S_IFMT` bits only; 0 when the kind is unknown.
  uint32_t type;
  uint32_t known;
};

enum {
  KINO_KNOWS_SIZE = 1 << 0,
  KINO_KNOWS_MODIFIED = 1 << 1,
  KINO_KNOWS_CREATED = 1 << 2,
  KINO_KNOWS_INODE = 1 << 3,
  /// The volume hides the entry from people.
  KINO_IS_HIDDEN = 1 << 4,
  /// Reading the content would fetch it from elsewhere.
  KINO_IS_PLACEHOLDER = 1 << 5,
};

/// One record of a listing. The name points into the listing's buffer and ends with NUL.
struct kino_record {
  const char *name;
  size_t name_length;
  /// An `errno` value when the entry's attributes could not be read.
  int error;
  /// Whether `attributes` came with the listing.
  bool has_attributes;
  struct kino_attributes attributes;
};

/// A file system, as `statfs` describes it.
struct kino_file_system {
  /// Linux: the magic number. Darwin: 0.
  uint64_t magic;
  uint32_t id[2];
  /// Darwin: whether it is on this machine's disks. Linux: false.
  bool is_local;
  /// Darwin: the type's name. Linux: empty.
  char type[16];
};

/// Opens below `directory` without following any link and without leaving it.
///
/// Returns a descriptor, or `-errno`; `-ENOSYS` where the system has no such call.
int kino_open_beneath(int directory, const char *path, int flags);

/// Opens one name in `directory`. Returns a descriptor, or `-errno`.
int kino_open_at(int directory, const char *name, int flags);

/// Flags of `kino_open_*`, beside close-on-exec and no-follow, which are always set.
enum {
  /// A directory, to list it.
  KINO_OPEN_DIRECTORY = 1,
  /// A directory, only to look names up in it.
  KINO_OPEN_SEARCH = 2,
  /// A file, to read it; never waits for a writer of a pipe.
  KINO_OPEN_READ = 3,
};

/// Looks at one name without following a link or mounting anything.
int kino_attributes_at(int directory, const char *name, struct kino_attributes *out);

/// Looks at an open descriptor.
int kino_attributes_of(int descriptor, struct kino_attributes *out);

/// Reads as many records as fit. Returns bytes (Linux) or records (Darwin), 0 at the end, `-errno`.
long kino_read_directory(int descriptor, void *buffer, size_t size);

/// Decodes the record at `*offset` and moves on. `.` and `..` are left out.
///
/// `length` is what `kino_read_directory` returned. Returns false behind the last record.
bool kino_next_record(
  const void *buffer, long length, size_t *offset, long *index, struct kino_record *out);

/// Describes the file system of a descriptor.
int kino_file_system_of(int descriptor, struct kino_file_system *out);

/// Reads the file system's UUID.
int kino_uuid_of(int descriptor, uint8_t uuid[16]);

/// What happened in a watched directory; several may have.
enum {
  /// A name is there that was not.
  KINO_EVENT_APPEARED = 1,
  /// A name is not there any more.
  KINO_EVENT_VANISHED = 2,
  /// A file was written and closed, or attributes were changed.
  KINO_EVENT_CHANGED = 4,
  /// The directory itself was removed, moved, or unmounted.
  KINO_EVENT_SELF = 8,
  /// The directory is not watched any more.
  KINO_EVENT_FORGOTTEN = 16,
  /// Events were lost.
  KINO_EVENT_OVERFLOW = 32,
};

/// One event. The name points into the buffer; it is empty for the directory itself.
struct kino_event {
  const char *name;
  size_t name_length;
  int32_t watch;
  uint32_t kinds;
  /// Whether what the name stands for is a directory.
  bool is_directory;
};

/// Makes a queue of events, which never blocks. Returns a descriptor, or `-errno`; `-ENOSYS` where the
/// system has nothing of the kind.
int kino_watch_open(void);

/// Watches an open directory, found by its descriptor, so that no name is looked up anew. Returns the
/// number of the watch, the same for a directory that is watched already, or `-errno`.
int kino_watch_add(int queue, int directory);

/// Ends a watch.
void kino_watch_remove(int queue, int32_t watch);

/// Waits until there are events, the other descriptor can be read, or the time is over.
void kino_watch_wait(int queue, int wake, int timeout_ms);

/// Reads as many events as fit. Returns bytes, 0 when there are none now, or `-errno`.
long kino_watch_read(int queue, void *buffer, size_t size);

/// Decodes the event at `*offset` and moves on. Returns false behind the last one.
bool kino_watch_next(const void *buffer, long length, size_t *offset, struct kino_event *out);

/// Decodes, of what `kino_read_directory` read, the next name that is or may be a directory's, at
/// `*offset`, and moves on; only the name is set. Returns false behind the last one.
bool kino_next_directory(
  const void *buffer, long length, size_t *offset, struct kino_record *out);

#endif
