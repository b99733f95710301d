// smb URL CONCURRENCY: lists everything below smb://HOST:PORT/SHARE with libsmbclient, as a guest, and as little else as possible.
//
// It is what the SMB adapter is measured by: a context and a connection a thread, and nothing that bounds or ends a call.
// It believes everything that a server says.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <libsmbclient.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct directory {
  struct directory *next;
  char url[];
};

static struct directory *waiting;
static const char *root;
static int running;
static long entry_count, failures;
static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER, connecting = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;

// What the library is to lock with. Its own function for that is declared and not exported.
static int create(const char *name, void **lock, const char *place) {
  (void)name, (void)place;
  *lock = malloc(sizeof(pthread_mutex_t));
  return pthread_mutex_init(*lock, NULL);
}
static void destroy(void *lock, const char *place) {
  (void)place;
  pthread_mutex_destroy(lock);
  free(lock);
}
static int turn(void *lock, int kind, const char *place) {
  (void)place;
  return kind == 2 ? pthread_mutex_unlock(lock) : pthread_mutex_lock(lock);
}
static int create_slot(const char *name, void **slot, const char *place) {
  (void)name, (void)place;
  *slot = malloc(sizeof(pthread_key_t));
  return pthread_key_create(*slot, NULL);
}
static void destroy_slot(void **slot, const char *place) {
  (void)place;
  pthread_key_delete(*(pthread_key_t *)*slot);
  free(*slot);
  *slot = NULL;
}
static int set(void *slot, const void *value, const char *place) {
  (void)place;
  return pthread_setspecific(*(pthread_key_t *)slot, value);
}
static void *get(void *slot, const char *place) {
  (void)place;
  return slot ? pthread_getspecific(*(pthread_key_t *)slot) : NULL;
}

static const struct {
  int (*create)(const char *, void **, const char *);
  void (*destroy)(void *, const char *);
  int (*turn)(void *, int, const char *);
  int (*create_slot)(const char *, void **, const char *);
  void (*destroy_slot)(void **, const char *);
  int (*set)(void *, const void *, const char *);
  void *(*get)(void *, const char *);
} hooks = {create, destroy, turn, create_slot, destroy_slot, set, get};

static void log_in(SMBCCTX *context, const char *server, const char *share, char *group, int group_size, char *user,
                   int user_size, char *password, int password_size) {
  (void)context, (void)server, (void)share, (void)group, (void)group_size;
  snprintf(user, user_size, "guest");
  snprintf(password, password_size, "%s", "");
}

static SMBCCTX *create_context(void) {
  SMBCCTX *context = smbc_new_context();
  smbc_setDebug(context, 0);
  smbc_setFunctionAuthDataWithContext(context, log_in);
  smbc_setOptionUseKerberos(context, 0);
  smbc_setOptionUseCCache(context, 0);
  if (!smbc_init_context(context)) exit(1);
  smbc_setOptionProtocols(context, "SMB2_02", "SMB3_11");
  return context;
}

// A directory below another; percent signs and the like would be decoded.
static struct directory *child(const char *url, const char *name) {
  struct directory *made = malloc(sizeof *made + strlen(url) + 3 * strlen(name) + 2);
  char *out = made->url + sprintf(made->url, "%s/", url);
  for (const char *byte = name; *byte; byte++) {
    if (strchr("%?#", *byte)) {
      out += sprintf(out, "%%%02X", (unsigned char)*byte);
    } else {
      *out++ = *byte;
    }
  }
  *out = 0;
  return made;
}

// Lists a directory; returns those below it.
static struct directory *list(SMBCCTX *context, const char *url, long *count) {
  SMBCFILE *open = smbc_getFunctionOpendir(context)(context, url);
  struct directory *below = NULL;
  if (!open) {
    fprintf(stderr, "%s: %s\n", url, strerror(errno));
    __sync_fetch_and_add(&failures, 1);
    return NULL;
  }
  smbc_readdirplus2_fn next = smbc_getFunctionReaddirPlus2(context);
  struct stat attributes;
  for (const struct libsmb_file_info *entry; (entry = next(context, open, &attributes));) {
    if (!strcmp(entry->name, ".") || !strcmp(entry->name, "..")) continue;
    ++*count;
    if (!S_ISDIR(attributes.st_mode)) continue;
    struct directory *made = child(url, entry->name);
    made->next = below;
    below = made;
  }
  smbc_getFunctionClosedir(context)(context, open);
  return below;
}

static void *work(void *unused) {
  (void)unused;
  struct stat attributes;
  pthread_mutex_lock(&connecting);
  SMBCCTX *context = create_context();
  if (smbc_getFunctionStat(context)(context, root, &attributes)) perror(root);
  pthread_mutex_unlock(&connecting);
  pthread_mutex_lock(&queue);
  while (1) {
    while (!waiting && running) pthread_cond_wait(&change, &queue);
    struct directory *one = waiting;
    if (!one) break;
    waiting = one->next;
    running++;
    pthread_mutex_unlock(&queue);
    long count = 0;
    struct directory *below = list(context, one->url, &count);
    free(one);
    pthread_mutex_lock(&queue);
    entry_count += count;
    for (struct directory *made; (made = below);) {
      below = made->next;
      made->next = waiting;
      waiting = made;
    }
    running--;
    pthread_cond_broadcast(&change);
  }
  pthread_mutex_unlock(&queue);
  pthread_mutex_lock(&connecting);
  smbc_free_context(context, 1);
  pthread_mutex_unlock(&connecting);
  return NULL;
}

int main(int argc, char **argv) {
  int concurrency = argc == 3 ? atoi(argv[2]) : 0;
  if (concurrency < 1 || concurrency > 64) {
    fprintf(stderr, "usage: smb URL CONCURRENCY\n");
    return 2;
  }
  int (*set_hooks)(const void *) = (int (*)(const void *))dlsym(RTLD_DEFAULT, "smb_thread_set_functions");
  if (!set_hooks) {
    fprintf(stderr, "smb: this libsmbclient can not be used by threads\n");
    return 1;
  }
  set_hooks(&hooks);
  // With the last context the library ends what all have in common.
  SMBCCTX *kept = create_context();
  root = argv[1];
  waiting = calloc(1, sizeof *waiting + strlen(root) + 1);
  strcpy(waiting->url, root);
  pthread_t threads[64];
  for (int i = 0; i < concurrency; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < concurrency; i++) pthread_join(threads[i], NULL);
  smbc_free_context(kept, 1);
  printf("entries=%ld\n", entry_count);
  return failures != 0;
}
