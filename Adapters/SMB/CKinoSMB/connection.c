#include "internal.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void wipe(char *text) {
  if (text == NULL) return;
  volatile char *byte = text;
  while (*byte != '\0') *byte++ = '\0';
  free(text);
}

static void free_settings(kino_smb *smb) {
  free(smb->host);
  free(smb->user);
  free(smb->domain);
  wipe(smb->password);
  free(smb->oldest_protocol);
  free(smb->newest_protocol);
  free(smb->before.inodes);
  if (smb->addresses != NULL) freeaddrinfo(smb->addresses);
  pthread_mutex_destroy(&smb->mutex);
  pthread_mutex_destroy(&smb->use);
  free(smb);
}

kino_smb *kino_smb_new(const struct kino_smb_settings *settings) {
  kino_smb *smb = calloc(1, sizeof *smb);
  if (smb == NULL) return NULL;
  pthread_mutex_init(&smb->mutex, NULL);
  pthread_mutex_init(&smb->use, NULL);
  smb->host = strdup(settings->host);
  smb->user = strdup(settings->user);
  smb->domain = strdup(settings->domain);
  smb->password = strdup(settings->password);
  smb->oldest_protocol = strdup(settings->oldest_protocol);
  smb->newest_protocol = strdup(settings->newest_protocol);
  smb->encrypts = settings->encrypts;
  smb->is_alone = settings->is_alone || !kino_smb_is_parallel();
  smb->timeout_ms = settings->timeout_ms;
  smb->port = settings->port;
  smb->socket = -1;
  if (smb->host != NULL && smb->user != NULL && smb->domain != NULL && smb->password != NULL &&
      smb->oldest_protocol != NULL && smb->newest_protocol != NULL) {
    return smb;
  }
  free_settings(smb);
  return NULL;
}

// Takes the lock for what connects, unless this call has it, and what the library reads while it
// connects: the protocols are the process's, not a context's.
static void begin_connecting(kino_smb *smb) {
  if (!smb->holds_lock) {
    kino_smb_lock();
    smb->holds_lock = true;
  }
  smbc_setOptionProtocols(smb->context, smb->oldest_protocol, smb->newest_protocol);
  kino_smb_begin_connecting(smb);
}

// Called whenever the library is about to connect: of its own accord, too, when a connection broke.
// It finds those that it has by user and domain, so that it asks for no other reason.
static void give_secret(
    SMBCCTX *context, const char *server, const char *share, char *domain, int domain_size,
    char *user, int user_size, char *password, int password_size) {
  (void)server, (void)share;
  kino_smb *smb = smbc_getOptionUserData(context);
  if (smb->was_connected) atomic_store(&smb->was_replaced, true);
  // Nobody waits for it any more, and so should nothing else.
  if (atomic_load(&smb->is_cut)) smbc_setTimeout(context, 1);
  begin_connecting(smb);
  snprintf(domain, (size_t)domain_size, "%s", smb->domain);
  snprintf(user, (size_t)user_size, "%s", smb->user);
  snprintf(password, (size_t)password_size, "%s", smb->password);
}

// Called when a server has let us in, to a share.
static int keep_server(
    SMBCCTX *context, SMBCSRV *server, const char *name, const char *share, const char *domain,
    const char *user) {
  kino_smb *smb = smbc_getOptionUserData(context);
  atomic_store(&smb->was_let_in, true);
  return smb->keep_server(context, server, name, share, domain, user);
}

static SMBCCTX *make_context(kino_smb *smb) {
  SMBCCTX *context = smbc_new_context();
  if (context == NULL) return NULL;
  smbc_setDebug(context, 0);
  smbc_setOptionUserData(context, smb);
  smbc_setFunctionAuthDataWithContext(context, give_secret);
  smb->keep_server = smbc_getFunctionAddCachedServer(context);
  smbc_setFunctionAddCachedServer(context, keep_server);
  smbc_setUser(context, smb->user);
  smbc_setWorkgroup(context, smb->domain);
  smbc_setOptionUseKerberos(context, 0);
  smbc_setOptionUseCCache(context, 0);
  smbc_setOptionNoAutoAnonymousLogin(context, smb->user[0] != '\0');
  // Without it a server may still demand it; everything is signed in any case.
  smbc_setOptionSmbEncryptionLevel(
      context, smb->encrypts ? SMBC_ENCRYPTLEVEL_REQUIRE : SMBC_ENCRYPTLEVEL_NONE);
  smbc_setTimeout(context, smb->timeout_ms);
  smbc_setPort(context, smb->port);
  if (smbc_init_context(context) == NULL) {
    smbc_free_context(context, 0);
    return NULL;
  }
  return context;
}

// The library writes to sockets that may be shut down. It blocks the signal that this raises, but only
// in the thread that prepared it.
static void block_pipe_signal(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
}

static int enter(kino_smb *smb, bool takes_lock) {
  block_pipe_signal();
  pthread_mutex_lock(&smb->use);
  if (takes_lock) {
    kino_smb_lock();
    smb->holds_lock = true;
  }
  errno = 0;
  // Whoever waited may have been given up meanwhile.
  return atomic_load(&smb->is_cut) ? kino_smb_leave(smb, ECONNABORTED) : 0;
}

int kino_smb_enter(kino_smb *smb) { return enter(smb, smb->is_alone); }

int kino_smb_leave(kino_smb *smb, int code) {
  bool is_connecting = smb->is_connecting;
  if (is_connecting) kino_smb_end_connecting(smb);
  if (smb->holds_lock) {
    smb->holds_lock = false;
    kino_smb_unlock();
  }
  pthread_mutex_unlock(&smb->use);
  return code;
}

int kino_smb_failure(void) { return errno == 0 ? -1 : errno; }

int kino_smb_connect(kino_smb *smb, const char *url, struct kino_smb_facts *facts) {
  kino_smb_look_up(smb);
  int code = enter(smb, true);
  if (code != 0) return code;
  if (smb->context == NULL) smb->context = make_context(smb);
  if (smb->context == NULL) return kino_smb_leave(smb, ENOMEM);
  code = kino_smb_look_inside(smb, url, facts);
  if (code == 0) smb->was_connected = true;
  return kino_smb_leave(smb, code);
}

bool kino_smb_is_lost(kino_smb *smb) {
  return atomic_load(&smb->is_cut) || atomic_load(&smb->was_replaced);
}

bool kino_smb_was_let_in(kino_smb *smb) { return atomic_load(&smb->was_let_in); }

void kino_smb_free(kino_smb *smb) {
  block_pipe_signal();
  if (smb->context != NULL) {
    kino_smb_lock();
    smbc_free_context(smb->context, 1);
    kino_smb_unlock();
  }
  if (smb->socket >= 0) close(smb->socket);
  free_settings(smb);
}
