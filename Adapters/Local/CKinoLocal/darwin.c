#ifdef __APPLE__
#include "CKinoLocal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/attr.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/vnode.h>
#include <unistd.h>

static int system_flags(int flags) {
  int common = O_CLOEXEC | O_NOFOLLOW;
  switch (flags) {
  case KINO_OPEN_DIRECTORY:
  case KINO_OPEN_SEARCH: return common | O_RDONLY | O_DIRECTORY;
  default: return common | O_RDONLY | O_NONBLOCK | O_NOCTTY;
  }
}

int kino_open_beneath(int directory, const char *path, int flags) {
  (void)directory, (void)path, (void)flags;
  return -ENOSYS;
}

int kino_open_at(int directory, const char *name, int flags) {
  int result;
  do {
    result = openat(directory, name, system_flags(flags));
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

static uint32_t known_flags(uint32_t flags) {
  return (flags & UF_HIDDEN ? KINO_IS_HIDDEN : 0) | (flags & SF_DATALESS ? KINO_IS_PLACEHOLDER : 0);
}

static void convert(const struct stat *found, struct kino_attributes *out) {
  out->inode = found->st_ino;
  out->device = (uint64_t)(uint32_t)found->st_dev;
  out->size = found->st_size;
  out->modified_seconds = found->st_mtimespec.tv_sec;
  out->modified_nanoseconds = (uint32_t)found->st_mtimespec.tv_nsec;
  out->created_seconds = found->st_birthtimespec.tv_sec;
  out->created_nanoseconds = (uint32_t)found->st_birthtimespec.tv_nsec;
  out->type = found->st_mode & S_IFMT;
  out->known = KINO_KNOWS_SIZE | KINO_KNOWS_MODIFIED | KINO_KNOWS_CREATED | KINO_KNOWS_INODE
    | known_flags(found->st_flags);
}

int kino_attributes_at(int directory, const char *name, struct kino_attributes *out) {
  struct stat found;
  if (fstatat(directory, name, &found, AT_SYMLINK_NOFOLLOW) != 0) return errno;
  convert(&found, out);
  return 0;
}

int kino_attributes_of(int descriptor, struct kino_attributes *out) {
  struct stat found;
  if (fstat(descriptor, &found) != 0) return errno;
  convert(&found, out);
  return 0;
}

long kino_read_directory(int descriptor, void *buffer, size_t size) {
  struct attrlist wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.bitmapcount = ATTR_BIT_MAP_COUNT;
  wanted.commonattr = ATTR_CMN_RETURNED_ATTRS | ATTR_CMN_ERROR | ATTR_CMN_NAME | ATTR_CMN_DEVID
    | ATTR_CMN_OBJTYPE | ATTR_CMN_CRTIME | ATTR_CMN_MODTIME | ATTR_CMN_FLAGS | ATTR_CMN_FILEID;
  wanted.fileattr = ATTR_FILE_DATALENGTH;
  int result;
  do {
    result = getattrlistbulk(descriptor, &wanted, buffer, size, 0);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

static uint32_t type_of(fsobj_type_t type) {
  switch (type) {
  case VREG: return S_IFREG;
  case VDIR: return S_IFDIR;
  case VLNK: return S_IFLNK;
  case VFIFO: return S_IFIFO;
  case VSOCK: return S_IFSOCK;
  case VBLK: return S_IFBLK;
  case VCHR: return S_IFCHR;
  default: return 0;
  }
}

#define TAKE(target) (memcpy(&(target), field, sizeof(target)), field += sizeof(target))

static void decode(const char *record, struct kino_record *out) {
  const char *field = record + sizeof(uint32_t);
  struct kino_attributes *attributes = &out->attributes;
  attribute_set_t returned;
  TAKE(returned);
  uint32_t error = 0, type = VNON, flags = 0;
  dev_t device = 0;
  struct timespec time;
  if (returned.commonattr & ATTR_CMN_ERROR) TAKE(error);
  if (returned.commonattr & ATTR_CMN_NAME) {
    attrreference_t name;
    const char *start = field;
    TAKE(name);
    out->name = start + name.attr_dataoffset;
    out->name_length = name.attr_length > 0 ? name.attr_length - 1 : 0;
  }
  if (returned.commonattr & ATTR_CMN_DEVID) TAKE(device);
  if (returned.commonattr & ATTR_CMN_OBJTYPE) TAKE(type);
  attributes->device = (uint64_t)(uint32_t)device;
  attributes->type = type_of(type);
  if (returned.commonattr & ATTR_CMN_CRTIME) {
    TAKE(time);
    attributes->created_seconds = time.tv_sec;
    attributes->created_nanoseconds = (uint32_t)time.tv_nsec;
    attributes->known |= KINO_KNOWS_CREATED;
  }
  if (returned.commonattr & ATTR_CMN_MODTIME) {
    TAKE(time);
    attributes->modified_seconds = time.tv_sec;
    attributes->modified_nanoseconds = (uint32_t)time.tv_nsec;
    attributes->known |= KINO_KNOWS_MODIFIED;
  }
  if (returned.commonattr & ATTR_CMN_FLAGS) TAKE(flags);
  attributes->known |= known_flags(flags);
  if (returned.commonattr & ATTR_CMN_FILEID) {
    TAKE(attributes->inode);
    attributes->known |= KINO_KNOWS_INODE;
  }
  if (returned.fileattr & ATTR_FILE_DATALENGTH) {
    TAKE(attributes->size);
    attributes->known |= KINO_KNOWS_SIZE;
  }
  out->error = (int)error;
  // A mount point's record describes the directory below the mount.
  out->has_attributes = error == 0 && type != VNON && type != VDIR;
}

bool kino_next_record(
  const void *buffer, long length, size_t *offset, long *index, struct kino_record *out) {
  if (*index >= length) return false;
  const char *record = (const char *)buffer + *offset;
  uint32_t record_length;
  memcpy(&record_length, record, sizeof record_length);
  *offset += record_length;
  *index += 1;
  memset(out, 0, sizeof *out);
  decode(record, out);
  return true;
}

int kino_file_system_of(int descriptor, struct kino_file_system *out) {
  struct statfs found;
  if (fstatfs(descriptor, &found) != 0) return errno;
  memset(out, 0, sizeof *out);
  memcpy(out->id, &found.f_fsid, sizeof out->id);
  out->is_local = (found.f_flags & MNT_LOCAL) != 0;
  strlcpy(out->type, found.f_fstypename, sizeof out->type);
  return 0;
}

int kino_uuid_of(int descriptor, uint8_t uuid[16]) {
  struct attrlist wanted;
  struct {
    uint32_t length;
    uint8_t uuid[16];
  } __attribute__((packed, aligned(4))) reply;
  memset(&wanted, 0, sizeof wanted);
  wanted.bitmapcount = ATTR_BIT_MAP_COUNT;
  wanted.volattr = ATTR_VOL_INFO | ATTR_VOL_UUID;
  if (fgetattrlist(descriptor, &wanted, &reply, sizeof reply, 0) != 0) return errno;
  memcpy(uuid, reply.uuid, sizeof reply.uuid);
  return 0;
}

// FSEvents watches by path and tells of directories alone; nothing here uses it.

int kino_watch_open(void) { return -ENOSYS; }

int kino_watch_add(int queue, int directory) {
  (void)queue;
  (void)directory;
  return -ENOSYS;
}

void kino_watch_remove(int queue, int32_t watch) {
  (void)queue;
  (void)watch;
}

void kino_watch_wait(int queue, int wake, int timeout_ms) {
  (void)queue;
  (void)wake;
  (void)timeout_ms;
}

long kino_watch_read(int queue, void *buffer, size_t size) {
  (void)queue;
  (void)buffer;
  (void)size;
  return -ENOSYS;
}

bool kino_watch_next(const void *buffer, long length, size_t *offset, struct kino_event *out) {
  (void)buffer;
  (void)length;
  (void)offset;
  (void)out;
  return false;
}

bool kino_next_directory(
  const void *buffer, long length, size_t *offset, struct kino_record *out) {
  (void)buffer;
  (void)length;
  (void)offset;
  (void)out;
  return false;
}
#endif
