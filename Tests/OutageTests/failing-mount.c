// failing-mount BACKING MOUNT RULES: shows a folder at a mount point, and fails where the rules say.
//
// Returns when it is mounted, and serves until it is unmounted. The rules are read anew at each call: lines of a fault
// and a pattern (fnmatch(3)) of paths, which begin with a slash.
//
//   list    opening the directory answers EIO
//   middle  a listing of the directory breaks off with EIO after three entries
//   stat    looking the path up answers EIO
//   gone    looking the path up answers ENOENT, though its directory lists it
//   die     listing the directory ends this program, so that the mount is dead from then on
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <fuse.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *backing;
static const char *rules;

static bool applies(const char *fault, const char *path) {
  FILE *file = fopen(rules, "re");
  if (!file) return false;
  char name[16], pattern[4096];
  bool found = false;
  while (!found && fscanf(file, "%15s %4095[^\n]", name, pattern) == 2)
    found = strcmp(name, fault) == 0 && fnmatch(pattern, path, FNM_PATHNAME) == 0;
  fclose(file);
  return found;
}

/// The path in the folder that is shown, in a buffer of the caller's.
static const char *real(const char *path, char buffer[static 8192]) {
  snprintf(buffer, 8192, "%s%s", backing, path);
  return buffer;
}

static void *begin(struct fuse_conn_info *connection, struct fuse_config *settings) {
  (void)connection;
  settings->use_ino = 1;
  // The kernel remembers nothing, so that each look meets the rules of the moment.
  settings->entry_timeout = settings->attr_timeout = settings->negative_timeout = 0;
  return NULL;
}

static int look(const char *path, struct stat *out, struct fuse_file_info *file) {
  (void)file;
  char buffer[8192];
  if (applies("stat", path)) return -EIO;
  if (applies("gone", path)) return -ENOENT;
  return lstat(real(path, buffer), out) == 0 ? 0 : -errno;
}

static int open_directory(const char *path, struct fuse_file_info *file) {
  char buffer[8192];
  if (applies("list", path)) return -EIO;
  if (applies("die", path)) _exit(0);
  DIR *directory = opendir(real(path, buffer));
  if (!directory) return -errno;
  file->fh = (uint64_t)(uintptr_t)directory;
  return 0;
}

static int read_directory(
  const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info *file,
  enum fuse_readdir_flags flags) {
  (void)flags;
  DIR *directory = (DIR *)(uintptr_t)file->fh;
  bool breaks = applies("middle", path);
  if (breaks && offset > 0) return -EIO;
  seekdir(directory, offset);
  struct dirent *entry;
  for (int count = 0; !(breaks && count == 3) && (entry = readdir(directory)); count++) {
    struct stat known = {.st_ino = entry->d_ino, .st_mode = (mode_t)DTTOIF(entry->d_type)};
    if (fill(buffer, entry->d_name, &known, telldir(directory), 0)) break;
  }
  return 0;
}

static int close_directory(const char *path, struct fuse_file_info *file) {
  (void)path;
  closedir((DIR *)(uintptr_t)file->fh);
  return 0;
}

static int open_file(const char *path, struct fuse_file_info *file) {
  char buffer[8192];
  int descriptor = open(real(path, buffer), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return -errno;
  file->fh = (uint64_t)descriptor;
  return 0;
}

static int read_file(
  const char *path, char *out, size_t size, off_t offset, struct fuse_file_info *file) {
  (void)path;
  ssize_t count = pread((int)file->fh, out, size, offset);
  return count < 0 ? -errno : (int)count;
}

static int close_file(const char *path, struct fuse_file_info *file) {
  (void)path;
  close((int)file->fh);
  return 0;
}

int main(int count, char *arguments[]) {
  if (count != 4) {
    fprintf(stderr, "usage: failing-mount BACKING MOUNT RULES\n");
    return 2;
  }
  backing = arguments[1];
  rules = arguments[3];
  static const struct fuse_operations operations = {
    .init = begin,
    .getattr = look,
    .opendir = open_directory,
    .readdir = read_directory,
    .releasedir = close_directory,
    .open = open_file,
    .read = read_file,
    .release = close_file,
  };
  // One thread, since the rules need no lock then.
  char *options[] = {arguments[0], "-s", arguments[2], NULL};
  return fuse_main(3, options, &operations, NULL);
}
