#ifdef __linux__
#define _GNU_SOURCE
#include "CKinoLocal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

/// `FS_IOC_GETFSUUID` of Linux 6.9, which older headers lack.
struct kino_uuid_reply {
  uint8_t length;
  uint8_t uuid[16];
};
#define KINO_GETFSUUID _IOR(0x15, 0, struct kino_uuid_reply)

static int system_flags(int flags) {
  int common = O_CLOEXEC | O_NOFOLLOW;
  switch (flags) {
  case KINO_OPEN_DIRECTORY: return common | O_RDONLY | O_DIRECTORY;
  case KINO_OPEN_SEARCH: return common | O_PATH | O_DIRECTORY;
  default: return common | O_RDONLY | O_NONBLOCK | O_NOCTTY;
  }
}

int kino_open_beneath(int directory, const char *path, int flags) {
  struct open_how how = {
    .flags = (uint64_t)system_flags(flags),
    .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
  };
  long result;
  do {
    result = syscall(SYS_openat2, directory, path, &how, sizeof how);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : (int)result;
}

int kino_open_at(int directory, const char *name, int flags) {
  int result;
  do {
    result = openat(directory, name, system_flags(flags));
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

static int look(int directory, const char *name, int flags, struct kino_attributes *out) {
  struct statx found;
  unsigned mask = STATX_TYPE | STATX_SIZE | STATX_MTIME | STATX_BTIME | STATX_INO;
  if (statx(directory, name, flags | AT_NO_AUTOMOUNT, mask, &found) != 0) return errno;
  out->inode = found.stx_ino;
  out->device = makedev(found.stx_dev_major, found.stx_dev_minor);
  out->size = (int64_t)found.stx_size;
  out->modified_seconds = found.stx_mtime.tv_sec;
  out->modified_nanoseconds = found.stx_mtime.tv_nsec;
  out->created_seconds = found.stx_btime.tv_sec;
  out->created_nanoseconds = found.stx_btime.tv_nsec;
  out->type = found.stx_mask & STATX_TYPE ? found.stx_mode & S_IFMT : 0;
  out->known = (found.stx_mask & STATX_SIZE ? KINO_KNOWS_SIZE : 0)
    | (found.stx_mask & STATX_MTIME ? KINO_KNOWS_MODIFIED : 0)
    | (found.stx_mask & STATX_BTIME ? KINO_KNOWS_CREATED : 0)
    | (found.stx_mask & STATX_INO ? KINO_KNOWS_INODE : 0);
  return 0;
}

int kino_attributes_at(int directory, const char *name, struct kino_attributes *out) {
  return look(directory, name, AT_SYMLINK_NOFOLLOW, out);
}

int kino_attributes_of(int descriptor, struct kino_attributes *out) {
  return look(descriptor, "", AT_EMPTY_PATH, out);
}

long kino_read_directory(int descriptor, void *buffer, size_t size) {
  long result;
  do {
    result = getdents64(descriptor, buffer, size);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

static bool is_self_or_parent(const char *name) {
  return name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0));
}

bool kino_next_record(
  const void *buffer, long length, size_t *offset, long *index, struct kino_record *out) {
  (void)index;
  while (*offset < (size_t)length) {
    const struct dirent64 *entry = (const void *)((const char *)buffer + *offset);
    *offset += entry->d_reclen;
    if (is_self_or_parent(entry->d_name)) continue;
    out->name = entry->d_name;
    out->name_length = strlen(entry->d_name);
    out->error = 0;
    out->has_attributes = false;
    return true;
  }
  return false;
}

int kino_file_system_of(int descriptor, struct kino_file_system *out) {
  struct statfs found;
  if (fstatfs(descriptor, &found) != 0) return errno;
  memset(out, 0, sizeof *out);
  out->magic = (uint64_t)found.f_type & 0xFFFFFFFF;
  memcpy(out->id, &found.f_fsid, sizeof out->id);
  return 0;
}

int kino_uuid_of(int descriptor, uint8_t uuid[16]) {
  struct kino_uuid_reply reply;
  memset(&reply, 0, sizeof reply);
  if (ioctl(descriptor, KINO_GETFSUUID, &reply) != 0) return errno;
  if (reply.length != sizeof reply.uuid) return ENOTSUP;
  memcpy(uuid, reply.uuid, sizeof reply.uuid);
  return 0;
}
#endif
