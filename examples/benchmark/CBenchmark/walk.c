// The least that looking at every entry of a tree costs.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "listing.h"

enum { max_threads = 64 };

typedef struct {
  int root;
  kb_listing *listing;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  char **waiting;  // relative paths of directories, last in first out
  size_t count, capacity;
  int busy;
  int64_t files, directories;
} kb_walker;

static void push(kb_walker *walker, char *path) {
  if (walker->count == walker->capacity) {
    walker->capacity = walker->capacity ? walker->capacity * 2 : 1024;
    walker->waiting = realloc(walker->waiting, walker->capacity * sizeof(char *));
    if (!walker->waiting) abort();
  }
  walker->waiting[walker->count++] = path;
}

static char *join(const char *parent, const char *name) {
  size_t length = strlen(parent);
  char *path = malloc(length + strlen(name) + 2);
  if (!path) abort();
  memcpy(path, parent, length);
  if (length) path[length++] = '/';
  strcpy(path + length, name);
  return path;
}

// One entry's type, size, time and inode; the type of what cannot be looked at is 0.
static mode_t look(int directory, const char *name, kb_file *file) {
#ifdef __linux__
  struct statx facts;
  unsigned wanted = STATX_TYPE | STATX_SIZE | STATX_MTIME | STATX_INO;
  if (statx(directory, name, AT_SYMLINK_NOFOLLOW, wanted, &facts) != 0) return 0;
  kb_file found = {name, (int64_t)facts.stx_size,
                   facts.stx_mtime.tv_sec * 1000000 + facts.stx_mtime.tv_nsec / 1000,
                   facts.stx_ino};
  *file = found;
  return facts.stx_mode & S_IFMT;
#else
  struct stat facts;
  if (fstatat(directory, name, &facts, AT_SYMLINK_NOFOLLOW) != 0) return 0;
  kb_file found = {name, facts.st_size,
                   facts.st_mtimespec.tv_sec * 1000000 + facts.st_mtimespec.tv_nsec / 1000,
                   facts.st_ino};
  *file = found;
  return facts.st_mode & S_IFMT;
#endif
}

// Lists one directory; its subdirectories are queued under one lock at the end.
static void visit(kb_walker *walker, const char *path) {
  int descriptor = openat(walker->root, *path ? path : ".",
                          O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  DIR *directory = descriptor < 0 ? NULL : fdopendir(descriptor);
  if (!directory) {
    if (descriptor >= 0) close(descriptor);
    return;
  }
  kb_walker found = {0};
  if (walker->listing) kb_listing_begin_directory(walker->listing, path);
  for (struct dirent *entry; (entry = readdir(directory));) {
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    kb_file file;
    mode_t type = look(descriptor, name, &file);
    if (type == S_IFDIR) {
      push(&found, join(path, name));
    } else {
      found.files++;
      if (walker->listing && type == S_IFREG) kb_listing_add_file(walker->listing, file);
    }
  }
  closedir(directory);
  pthread_mutex_lock(&walker->lock);
  walker->files += found.files;
  walker->directories++;
  for (size_t i = 0; i < found.count; i++) push(walker, found.waiting[i]);
  if (found.count > 1) pthread_cond_broadcast(&walker->changed);
  pthread_mutex_unlock(&walker->lock);
  free(found.waiting);
}

static void *work(void *context) {
  kb_walker *walker = context;
  pthread_mutex_lock(&walker->lock);
  for (;;) {
    while (walker->count == 0 && walker->busy > 0) {
      pthread_cond_wait(&walker->changed, &walker->lock);
    }
    if (walker->count == 0) break;
    char *path = walker->waiting[--walker->count];
    walker->busy++;
    pthread_mutex_unlock(&walker->lock);
    visit(walker, path);
    free(path);
    pthread_mutex_lock(&walker->lock);
    walker->busy--;
    if (walker->busy == 0) pthread_cond_broadcast(&walker->changed);
  }
  pthread_mutex_unlock(&walker->lock);
  return NULL;
}

int kb_walk(const char *root, int threads, kb_listing *listing, kb_walk_result *result) {
  if (threads < 1 || threads > max_threads || (listing && threads != 1)) return EINVAL;
  kb_seconds start = kb_now();
  kb_walker walker = {.root = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
                      .listing = listing,
                      .lock = PTHREAD_MUTEX_INITIALIZER,
                      .changed = PTHREAD_COND_INITIALIZER};
  if (walker.root < 0) return errno;
  push(&walker, join("", ""));
  pthread_t others[max_threads];
  int started = 0;
  while (started < threads - 1 && pthread_create(&others[started], NULL, work, &walker) == 0) {
    started++;
  }
  work(&walker);
  for (int i = 0; i < started; i++) pthread_join(others[i], NULL);
  close(walker.root);
  free(walker.waiting);
  kb_seconds end = kb_now();
  result->files = walker.files;
  result->directories = walker.directories;
  result->time.wall = end.wall - start.wall;
  result->time.cpu = end.cpu - start.cpu;
  return started == threads - 1 ? 0 : EAGAIN;
}
