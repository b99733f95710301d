// A long work queue, written past the library: making it is not what is measured.
#include <sqlite3.h>
#include <stddef.h>

#include "CBenchmark.h"

#define STAGES                                                                      \
  "(VALUES ('fingerprint'), ('parse'), ('local_metadata'), ('probe'), ('match'), " \
  "('materialize'), ('artwork'), ('search')) AS stage"

static const char *const ready =
    "BEGIN IMMEDIATE;"
    "INSERT INTO library_source(id, uid, adapter, display_name, location, root_path, created_at_ms, updated_at_ms)"
    " VALUES(1, randomblob(16), 'local', 'queue', '', X'2F', 0, 0);"
    "INSERT INTO source_directory(id, source_id, name) VALUES(1, 1, X'');"
    "WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 125000)"
    " INSERT INTO media_file(uid, source_id, directory_id, name, media_kind, first_seen_at_ms, updated_at_ms)"
    " SELECT randomblob(16), 1, 1, CAST(i || '.mkv' AS BLOB), 'video', 0, 0 FROM number;"
    "INSERT INTO scan_queue(media_file_id, stage, state, created_at_ms, updated_at_ms)"
    " SELECT id, stage.column1, 'ready', 0, 0 FROM media_file, " STAGES " WHERE id % 10 = 0;"
    "COMMIT; PRAGMA wal_checkpoint(TRUNCATE);";

static const char *const others =
    "INSERT INTO scan_queue(media_file_id, stage, state, attempts, due_at_ms, error_kind, created_at_ms,"
    " updated_at_ms)"
    " SELECT id, stage.column1, iif(id % 2, 'failed', 'waiting'), iif(id % 2, 5, 1),"
    " iif(id % 2, NULL, ?1 + id), 'unavailable', 0, 0"
    " FROM media_file, " STAGES " WHERE id % 10 <> 0;";

static int execute(const char *path, const char *sql, int64_t parameter) {
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL);
  while (code == SQLITE_OK && *sql) {
    code = sqlite3_prepare_v2(database, sql, -1, &statement, &sql);
    if (code != SQLITE_OK || !statement) break;
    if (sqlite3_bind_parameter_count(statement) > 0) sqlite3_bind_int64(statement, 1, parameter);
    do {
      code = sqlite3_step(statement);
    } while (code == SQLITE_ROW);
    sqlite3_finalize(statement);
    if (code == SQLITE_DONE) code = SQLITE_OK;
  }
  sqlite3_close(database);
  return code;
}

int kb_queue_ready(const char *database) { return execute(database, ready, 0); }

int kb_queue_others(const char *database, int64_t due_ms) {
  int code = execute(database, others, due_ms);
  return code != SQLITE_OK ? code : execute(database, "PRAGMA wal_checkpoint(TRUNCATE)", 0);
}
