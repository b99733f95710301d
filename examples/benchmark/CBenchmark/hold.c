#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "CBenchmark.h"

struct kb_hold {
  sqlite3 *database;
  sqlite3_stmt *version;
  pthread_t thread;
  atomic_int stopping;
  double longest;
};

// Changes with every commit of another connection; -1 while it cannot be read.
static int64_t data_version(kb_hold *hold) {
  int64_t version = -1;
  if (sqlite3_step(hold->version) == SQLITE_ROW) version = sqlite3_column_int64(hold->version, 0);
  sqlite3_reset(hold->version);
  return version;
}

static void *watch(void *context) {
  kb_hold *hold = context;
  const struct timespec pause = {0, 500000};
  double since = 0;
  int64_t version = data_version(hold);
  while (!atomic_load(&hold->stopping)) {
    int code = sqlite3_exec(hold->database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    double now = kb_now().wall;
    if (code == SQLITE_OK) sqlite3_exec(hold->database, "ROLLBACK", NULL, NULL, NULL);
    int64_t seen = data_version(hold);
    // One hold ends when the lock is free, or when a commit shows that the next one has begun.
    if (since > 0 && (code == SQLITE_OK || seen != version)) {
      if (now - since > hold->longest) hold->longest = now - since;
      since = 0;
    }
    if (code != SQLITE_OK && since == 0) since = now;
    version = seen;
    nanosleep(&pause, NULL);
  }
  return NULL;
}

kb_hold *kb_hold_start(const char *database) {
  kb_hold *hold = calloc(1, sizeof(kb_hold));
  if (!hold) abort();
  int opened = sqlite3_open_v2(database, &hold->database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
               sqlite3_prepare_v2(hold->database, "PRAGMA data_version", -1, &hold->version, NULL) == SQLITE_OK &&
               pthread_create(&hold->thread, NULL, watch, hold) == 0;
  if (opened) return hold;
  sqlite3_finalize(hold->version);
  sqlite3_close(hold->database);
  free(hold);
  return NULL;
}

double kb_hold_stop(kb_hold *hold) {
  atomic_store(&hold->stopping, 1);
  pthread_join(hold->thread, NULL);
  double longest = hold->longest;
  sqlite3_finalize(hold->version);
  sqlite3_close(hold->database);
  free(hold);
  return longest;
}
