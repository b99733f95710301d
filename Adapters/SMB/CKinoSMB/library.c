#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "internal.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

// Preparing the library, and what keeps its threads apart.
//
// libsmbclient keeps stacks of temporary memory that all threads share unless it is given functions
// for locks and thread-local values. Debian's build has no call for that in libsmbclient itself; the
// library below it takes a table of functions, whose layout is known for 4.17 and not promised.

static pthread_mutex_t process_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static enum kino_smb_readiness readiness = KINO_SMB_UNUSABLE;
static const char *configuration_path;
// The library takes its global state down with the last context, so that one is kept.
static SMBCCTX *kept;

static int make_mutex(const char *name, void **mutex, const char *place) {
  (void)name, (void)place;
  pthread_mutex_t *made = malloc(sizeof *made);
  if (made == NULL) return ENOMEM;
  *mutex = made;
  return pthread_mutex_init(made, NULL);
}

static void free_mutex(void *mutex, const char *place) {
  (void)place;
  pthread_mutex_destroy(mutex);
  free(mutex);
}

static int lock_mutex(void *mutex, int operation, const char *place) {
  (void)place;
  return operation == 2 ? pthread_mutex_unlock(mutex) : pthread_mutex_lock(mutex);
}

static int make_key(const char *name, void **key, const char *place) {
  (void)name, (void)place;
  pthread_key_t *made = malloc(sizeof *made);
  if (made == NULL) return ENOMEM;
  *key = made;
  return pthread_key_create(made, NULL);
}

static void free_key(void **key, const char *place) {
  (void)place;
  pthread_key_delete(*(pthread_key_t *)*key);
  free(*key);
  *key = NULL;
}

static int set_value(void *key, const void *value, const char *place) {
  (void)place;
  return pthread_setspecific(*(pthread_key_t *)key, value);
}

// The library asks once before it has made the key.
static void *get_value(void *key, const char *place) {
  (void)place;
  return key == NULL ? NULL : pthread_getspecific(*(pthread_key_t *)key);
}

struct thread_functions {
  int (*create_mutex)(const char *, void **, const char *);
  void (*destroy_mutex)(void *, const char *);
  int (*lock_mutex)(void *, int, const char *);
  int (*create_tls)(const char *, void **, const char *);
  void (*destroy_tls)(void **, const char *);
  int (*set_tls)(void *, const void *, const char *);
  void *(*get_tls)(void *, const char *);
};

static bool set_thread_functions(void) {
  static const struct thread_functions functions = {
      make_mutex, free_mutex, lock_mutex, make_key, free_key, set_value, get_value};
  if (strncmp(smbc_version(), "4.17.", 5) != 0) return false;
  int (*set)(const struct thread_functions *) =
      (int (*)(const struct thread_functions *))dlsym(RTLD_DEFAULT, "smb_thread_set_functions");
  return set != NULL && set(&functions) == 0;
}

static void no_secret(
    SMBCCTX *context, const char *server, const char *share, char *domain, int domain_size,
    char *user, int user_size, char *password, int password_size) {
  (void)context, (void)server, (void)share, (void)domain, (void)domain_size;
  (void)user, (void)user_size, (void)password, (void)password_size;
}

// The library would write its messages to standard output, which is the program's.
static void drop_message(void *state, int level, const char *message) {
  (void)state, (void)level, (void)message;
}

static void prepare(void) {
  bool has_threads = set_thread_functions();
  kept = smbc_new_context();
  if (kept == NULL) return;
  smbc_setDebug(kept, 0);
  smbc_setLogCallback(kept, NULL, drop_message);
  smbc_setFunctionAuthDataWithContext(kept, no_secret);
  if (smbc_init_context(kept) == NULL) return;
  // The library has read the machine's file by now; this one says anew whatever matters.
  if (smbc_setConfiguration(kept, configuration_path) != 0) return;
  readiness = has_threads ? KINO_SMB_PARALLEL : KINO_SMB_SERIAL;
}

enum kino_smb_readiness kino_smb_prepare(const char *configuration) {
  // The library blocks signals, in a thread that is not its own.
  sigset_t signals;
  pthread_sigmask(SIG_SETMASK, NULL, &signals);
  kino_smb_lock();
  configuration_path = configuration;
  pthread_once(&once, prepare);
  configuration_path = NULL;
  kino_smb_unlock();
  pthread_sigmask(SIG_SETMASK, &signals, NULL);
  return readiness;
}

const char *kino_smb_version(void) { return smbc_version(); }

bool kino_smb_is_parallel(void) { return readiness == KINO_SMB_PARALLEL; }

void kino_smb_lock(void) { pthread_mutex_lock(&process_lock); }

void kino_smb_unlock(void) { pthread_mutex_unlock(&process_lock); }
