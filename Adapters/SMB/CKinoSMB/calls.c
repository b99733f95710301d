#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#ifdef __APPLE__
#define MODIFIED(status) ((status)->st_mtimespec)
#else
#define MODIFIED(status) ((status)->st_mtim)
#endif

static void take_status(const struct stat *status, struct kino_smb_facts *facts) {
  memset(facts, 0, sizeof *facts);
  facts->size = (uint64_t)status->st_size;
  facts->file_id = (uint64_t)status->st_ino;
  facts->modified_seconds = MODIFIED(status).tv_sec;
  facts->modified_nanoseconds = (uint32_t)MODIFIED(status).tv_nsec;
  // How the library writes attributes into a mode.
  if (S_ISDIR(status->st_mode)) facts->attributes |= KINO_SMB_DIRECTORY;
  if (status->st_mode & S_IXOTH && !S_ISDIR(status->st_mode)) facts->attributes |= KINO_SMB_HIDDEN;
}

int kino_smb_look_inside(kino_smb *smb, const char *url, struct kino_smb_facts *facts) {
  struct stat status = {0};
  errno = 0;
  if (smbc_getFunctionStat(smb->context)(smb->context, url, &status) != 0) {
    return kino_smb_failure();
  }
  take_status(&status, facts);
  return 0;
}

int kino_smb_look(kino_smb *smb, const char *url, struct kino_smb_facts *facts) {
  int code = kino_smb_enter(smb);
  return code != 0 ? code : kino_smb_leave(smb, kino_smb_look_inside(smb, url, facts));
}

static bool append(
    struct kino_smb_listing *listing, const struct kino_smb_facts *facts, const char *name) {
  size_t length = strlen(name);
  if (length > UINT16_MAX) return false;
  size_t needed = listing->size + sizeof *facts + sizeof(uint16_t) + length;
  if (needed > listing->room) {
    size_t room = listing->room * 2 > needed ? listing->room * 2 : needed + 16384;
    uint8_t *grown = realloc(listing->bytes, room);
    if (grown == NULL) return false;
    listing->bytes = grown;
    listing->room = room;
  }
  uint16_t size = (uint16_t)length;
  uint8_t *end = listing->bytes + listing->size;
  memcpy(end, facts, sizeof *facts);
  memcpy(end + sizeof *facts, &size, sizeof size);
  memcpy(end + sizeof *facts + sizeof size, name, length);
  listing->size = needed;
  listing->count++;
  return true;
}

static void take_info(
    const struct libsmb_file_info *info, const struct stat *status, struct kino_smb_facts *facts) {
  memset(facts, 0, sizeof *facts);
  facts->size = info->size;
  facts->file_id = (uint64_t)status->st_ino;
  facts->modified_seconds = info->mtime_ts.tv_sec;
  facts->modified_nanoseconds = (uint32_t)info->mtime_ts.tv_nsec;
  facts->created_seconds = info->btime_ts.tv_sec;
  facts->created_nanoseconds = (uint32_t)info->btime_ts.tv_nsec;
  facts->attributes = info->attrs;
}

static bool may_lead_away(SMBCCTX *context, SMBCFILE *directory) {
  struct statvfs status = {0};
  if (smbc_getFunctionFstatVFS(context)(context, directory, &status) != 0) return true;
  return (status.f_flag & SMBC_VFS_FEATURE_DFS) != 0;
}

int kino_smb_list(
    kino_smb *smb, const char *url, struct kino_smb_listing *listing, bool *distributes) {
  const unsigned int link = KINO_SMB_DIRECTORY | KINO_SMB_REPARSE_POINT;
  memset(listing, 0, sizeof *listing);
  int code = kino_smb_enter(smb);
  if (code != 0) return code;
  SMBCFILE *directory = smbc_getFunctionOpendir(smb->context)(smb->context, url);
  if (directory == NULL) return kino_smb_leave(smb, kino_smb_failure());
  smbc_readdirplus2_fn next = smbc_getFunctionReaddirPlus2(smb->context);
  const struct libsmb_file_info *info;
  struct stat status = {0};
  bool has_links = false;
  // The end leaves `errno` alone, and reads from memory only: the directory was read when it was
  // opened.
  errno = 0;
  while (code == 0 && (info = next(smb->context, directory, &status)) != NULL) {
    struct kino_smb_facts facts;
    take_info(info, &status, &facts);
    if (strcmp(info->name, ".") == 0) {
      listing->directory = facts;
    } else if (strcmp(info->name, "..") != 0) {
      has_links = has_links || (facts.attributes & link) == link;
      if (!append(listing, &facts, info->name)) code = ENOMEM;
    }
    memset(&status, 0, sizeof status);
    errno = 0;
  }
  if (code == 0) code = errno;
  if (code == 0 && has_links) *distributes = may_lead_away(smb->context, directory);
  smbc_getFunctionClosedir(smb->context)(smb->context, directory);
  if (code != 0) kino_smb_free_listing(listing);
  return kino_smb_leave(smb, code);
}

void kino_smb_free_listing(struct kino_smb_listing *listing) {
  free(listing->bytes);
  memset(listing, 0, sizeof *listing);
}

int kino_smb_open(kino_smb *smb, const char *url, kino_smb_file **file) {
  int code = kino_smb_enter(smb);
  if (code != 0) return code;
  SMBCFILE *opened = smbc_getFunctionOpen(smb->context)(smb->context, url, O_RDONLY, 0);
  *file = (kino_smb_file *)opened;
  return kino_smb_leave(smb, opened == NULL ? kino_smb_failure() : 0);
}

int kino_smb_look_at(kino_smb *smb, kino_smb_file *file, struct kino_smb_facts *facts) {
  struct stat status = {0};
  int code = kino_smb_enter(smb);
  if (code != 0) return code;
  code = smbc_getFunctionFstat(smb->context)(smb->context, (SMBCFILE *)file, &status) == 0
      ? 0
      : kino_smb_failure();
  if (code == 0) take_status(&status, facts);
  return kino_smb_leave(smb, code);
}

int kino_smb_read(
    kino_smb *smb, kino_smb_file *file, int64_t offset, void *buffer, size_t count, size_t *done) {
  SMBCFILE *opened = (SMBCFILE *)file;
  *done = 0;
  int code = kino_smb_enter(smb);
  if (code != 0) return code;
  if (smbc_getFunctionLseek(smb->context)(smb->context, opened, (off_t)offset, SEEK_SET) < 0) {
    return kino_smb_leave(smb, kino_smb_failure());
  }
  while (*done < count) {
    errno = 0;
    ssize_t got = smbc_getFunctionRead(smb->context)(
        smb->context, opened, (uint8_t *)buffer + *done, count - *done);
    if (got < 0 || (size_t)got > count - *done) return kino_smb_leave(smb, kino_smb_failure());
    if (got == 0) break;
    *done += (size_t)got;
  }
  return kino_smb_leave(smb, 0);
}

void kino_smb_close(kino_smb *smb, kino_smb_file *file) {
  // A connection that ended took the file with it.
  if (kino_smb_enter(smb) != 0) return;
  smbc_getFunctionClose(smb->context)(smb->context, (SMBCFILE *)file);
  kino_smb_leave(smb, 0);
}
