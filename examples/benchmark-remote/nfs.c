// nfs URL CONCURRENCY: lists everything below a URL of libnfs with its asynchronous calls, and as little else as possible.
//
// It is what the NFS adapter is measured by: one connection, one thread, whole directories in memory. It believes
// everything that a server says. The URL is nfs://HOST/PATH?nfsport=N&mountport=N&version=4.
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

// Its header does not include what it needs.
#include <nfsc/libnfs.h>

struct directory {
  struct directory *next;
  char path[];
};

static struct directory *waiting;
static int running;
static long entry_count, failures;

static void add(const char *path, const char *name) {
  struct directory *made = malloc(sizeof *made + strlen(path) + strlen(name) + 2);
  sprintf(made->path, "%s/%s", strcmp(path, "/") ? path : "", name);
  made->next = waiting;
  waiting = made;
}

static void finish(int status, struct nfs_context *context, void *result, void *directory) {
  struct directory *one = directory;
  running--;
  if (status < 0) {
    fprintf(stderr, "%s: %d %s\n", one->path, status, (char *)result);
    failures++;
  } else {
    for (struct nfsdirent *entry; (entry = nfs_readdir(context, result));) {
      if (!strcmp(entry->name, ".") || !strcmp(entry->name, "..")) continue;
      entry_count++;
      if (S_ISDIR(entry->mode)) add(one->path, entry->name);
    }
    nfs_closedir(context, result);
  }
  free(one);
}

int main(int argc, char **argv) {
  int concurrency = argc == 3 ? atoi(argv[2]) : 0;
  struct nfs_context *context = nfs_init_context();
  struct nfs_url *url = concurrency > 0 ? nfs_parse_url_dir(context, argv[1]) : NULL;
  if (!url) {
    fprintf(stderr, "usage: nfs URL CONCURRENCY\n");
    return 2;
  }
  char name[64];
  snprintf(name, sizeof name, "listing-%d", getpid());
  nfs4_set_client_name(context, name);
  if (nfs_mount(context, url->server, url->path)) {
    fprintf(stderr, "%s\n", nfs_get_error(context));
    return 1;
  }
  add("/", "");
  while (waiting || running) {
    while (waiting && running < concurrency) {
      struct directory *one = waiting;
      waiting = one->next;
      if (nfs_opendir_async(context, one->path, finish, one)) return 1;
      running++;
    }
    struct pollfd socket = {.fd = nfs_get_fd(context), .events = nfs_which_events(context)};
    int count = poll(&socket, 1, 100);
    if (nfs_service(context, count > 0 ? socket.revents : 0) < 0) {
      fprintf(stderr, "%s\n", nfs_get_error(context));
      return 1;
    }
  }
  nfs_destroy_context(context);
  printf("entries=%ld\n", entry_count);
  return failures != 0;
}
