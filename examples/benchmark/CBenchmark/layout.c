// The least SQLite work that scans need: integer directory ids and names as keys, one SELECT per directory, differences
// staged in groups, published by two statements.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "listing.h"

enum { group_size = 5000 };

static const char *const settings =
    "PRAGMA page_size=4096; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
    "PRAGMA cache_size=-16384; PRAGMA mmap_size=0; PRAGMA temp_store=MEMORY;";

static const char *const schema =
    "CREATE TABLE source(id INTEGER PRIMARY KEY); INSERT INTO source VALUES(1);"
    "CREATE TABLE directory(id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL REFERENCES source(id),"
    " path TEXT NOT NULL, UNIQUE(source_id, path));"
    "CREATE TABLE file(id INTEGER PRIMARY KEY, uid BLOB NOT NULL UNIQUE,"
    " source_id INTEGER NOT NULL REFERENCES source(id),"
    " directory_id INTEGER NOT NULL REFERENCES directory(id), name TEXT NOT NULL, size INT, modified INT,"
    " kind INTEGER NOT NULL, stable_id TEXT, availability INTEGER NOT NULL DEFAULT 0, run_id INT,"
    " UNIQUE(directory_id, name));"
    "CREATE INDEX unavailable ON file(source_id, availability) WHERE availability <> 0;"
    "CREATE TABLE staging(run_id INT, directory_id INT, name TEXT, size INT, modified INT, kind INT,"
    " stable_id TEXT, file_id INT);";

static const char *const publish =
    "BEGIN IMMEDIATE;"
    "UPDATE file SET size = s.size, modified = s.modified, availability = 0 FROM staging s"
    " WHERE s.file_id IS NOT NULL AND file.id = s.file_id;"
    "INSERT INTO file(uid, source_id, directory_id, name, size, modified, kind, stable_id, availability, run_id)"
    " SELECT time_ordered_uid(), 1, directory_id, name, size, modified, kind, stable_id, 0, run_id FROM staging"
    " WHERE file_id IS NULL;"
    "DELETE FROM staging; COMMIT;";

typedef struct {
  sqlite3 *database;
  sqlite3_stmt *find_directory, *add_directory, *published, *stage;
  int staged;
  // The files of the directory at hand by the hash of their name: 1 + their index, or 0.
  uint32_t *slots;
  unsigned char *known;
  size_t capacity;
} kb_library;

static void time_ordered_uid(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count, (void)values;
  static uint64_t sequence = 1;
  unsigned char uid[16];
  sqlite3_randomness(sizeof uid, uid);
  uint64_t milliseconds = 1700000000000ull + sequence++ / 1000;
  for (int i = 0; i < 6; i++) uid[i] = (unsigned char)(milliseconds >> (40 - 8 * i));
  uid[6] = 0x70 | (uid[6] & 15);
  sqlite3_result_blob(context, uid, sizeof uid, SQLITE_TRANSIENT);
}

static uint64_t hash(const char *bytes, size_t length) {
  uint64_t value = 1469598103934665603ull;
  for (size_t i = 0; i < length; i++) {
    value = (value ^ (unsigned char)bytes[i]) * 1099511628211ull;
  }
  return value ^ (value >> 31);
}

// What is wrong here is wrong with the benchmark itself.
static void check(kb_library *library, int code) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  fprintf(stderr, "benchmark: %s\n", sqlite3_errmsg(library->database));
  exit(1);
}

static void run(kb_library *library, const char *sql) {
  check(library, sqlite3_exec(library->database, sql, NULL, NULL, NULL));
}

static sqlite3_stmt *prepare(kb_library *library, const char *sql) {
  sqlite3_stmt *statement = NULL;
  check(library,
        sqlite3_prepare_v3(library->database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
  return statement;
}

// The id of a directory, and whether it was there already.
static int64_t directory_id(kb_library *library, const char *path, int *is_new) {
  sqlite3_bind_text(library->find_directory, 1, path, -1, SQLITE_STATIC);
  int code = sqlite3_step(library->find_directory);
  check(library, code);
  int64_t id = code == SQLITE_ROW ? sqlite3_column_int64(library->find_directory, 0) : 0;
  sqlite3_reset(library->find_directory);
  *is_new = id == 0;
  if (id) return id;
  sqlite3_bind_text(library->add_directory, 1, path, -1, SQLITE_STATIC);
  check(library, sqlite3_step(library->add_directory));
  sqlite3_reset(library->add_directory);
  return sqlite3_last_insert_rowid(library->database);
}

static void make_room(kb_library *library, size_t count) {
  size_t capacity = 16;
  while (capacity < 2 * count) capacity *= 2;
  if (capacity > library->capacity) {
    library->slots = realloc(library->slots, capacity * sizeof(uint32_t));
    library->known = realloc(library->known, capacity);
    if (!library->slots || !library->known) abort();
  }
  library->capacity = capacity;
  memset(library->slots, 0, capacity * sizeof(uint32_t));
}

// Marks the files that are published as they are.
static void compare(kb_library *library, int64_t directory, const kb_file *files, size_t count) {
  make_room(library, count);
  size_t mask = library->capacity - 1;
  for (size_t i = 0; i < count; i++) {
    size_t slot = hash(files[i].name, strlen(files[i].name)) & mask;
    while (library->slots[slot]) slot = (slot + 1) & mask;
    library->slots[slot] = (uint32_t)i + 1;
  }
  sqlite3_bind_int64(library->published, 1, directory);
  while (sqlite3_step(library->published) == SQLITE_ROW) {
    const char *name = (const char *)sqlite3_column_text(library->published, 1);
    size_t length = (size_t)sqlite3_column_bytes(library->published, 1);
    for (size_t slot = hash(name, length) & mask; library->slots[slot]; slot = (slot + 1) & mask) {
      const kb_file *file = &files[library->slots[slot] - 1];
      if (strlen(file->name) != length || memcmp(file->name, name, length) != 0) continue;
      library->known[file - files] = sqlite3_column_int64(library->published, 2) == file->size &&
                                     sqlite3_column_int64(library->published, 3) == file->modified_us &&
                                     sqlite3_column_int64(library->published, 4) == 0;
      break;
    }
  }
  sqlite3_reset(library->published);
}

static void stage(kb_library *library, int64_t run_id, int64_t directory, const kb_file *file) {
  char stable_id[40];
  int length = snprintf(stable_id, sizeof stable_id, "64769:%llu", (unsigned long long)file->inode);
  sqlite3_stmt *statement = library->stage;
  sqlite3_bind_int64(statement, 1, run_id);
  sqlite3_bind_int64(statement, 2, directory);
  sqlite3_bind_text(statement, 3, file->name, -1, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 4, file->size);
  sqlite3_bind_int64(statement, 5, file->modified_us);
  sqlite3_bind_text(statement, 6, stable_id, length, SQLITE_STATIC);
  check(library, sqlite3_step(statement));
  sqlite3_reset(statement);
  library->staged++;
}

static kb_seconds scan(kb_library *library, int64_t run_id, const kb_listing *listing) {
  kb_seconds start = kb_now();
  run(library, "BEGIN IMMEDIATE");
  for (size_t i = 0; i < listing->directory_count; i++) {
    const kb_directory *directory = &listing->directories[i];
    const kb_file *files = listing->files + directory->first;
    int is_new;
    int64_t id = directory_id(library, directory->path, &is_new);
    make_room(library, directory->count);
    memset(library->known, 0, library->capacity);
    if (!is_new) compare(library, id, files, directory->count);
    for (size_t j = 0; j < directory->count; j++) {
      if (!library->known[j]) stage(library, run_id, id, &files[j]);
    }
    if (library->staged >= group_size) {
      run(library, "COMMIT; BEGIN IMMEDIATE");
      library->staged = 0;
    }
  }
  run(library, "COMMIT");
  run(library, publish);
  kb_seconds end = kb_now();
  kb_seconds taken = {end.wall - start.wall, end.cpu - start.cpu};
  return taken;
}

int kb_layout(const char *path, const kb_listing *listing, kb_layout_result *result) {
  kb_library library = {0};
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  int code = sqlite3_open_v2(path, &library.database, flags, NULL);
  if (code != SQLITE_OK) return code;
  run(&library, settings);
  code = sqlite3_create_function(library.database, "time_ordered_uid", 0, SQLITE_UTF8, NULL,
                                 time_ordered_uid, NULL, NULL);
  check(&library, code);
  run(&library, schema);
  library.find_directory = prepare(&library, "SELECT id FROM directory WHERE source_id = 1 AND path = ?1");
  library.add_directory = prepare(&library, "INSERT INTO directory(source_id, path) VALUES(1, ?1)");
  library.published = prepare(
      &library, "SELECT id, name, size, modified, availability FROM file WHERE directory_id = ?1");
  library.stage = prepare(&library, "INSERT INTO staging VALUES(?1, ?2, ?3, ?4, ?5, 1, ?6, NULL)");
  result->first = scan(&library, 1, listing);
  result->unchanged = scan(&library, 2, listing);
  sqlite3_finalize(library.find_directory);
  sqlite3_finalize(library.add_directory);
  sqlite3_finalize(library.published);
  sqlite3_finalize(library.stage);
  free(library.slots);
  free(library.known);
  return sqlite3_close(library.database);
}
