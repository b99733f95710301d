#ifndef KINO_SQLITE_SHIM_H
#define KINO_SQLITE_SHIM_H

#include <sqlite3.h>

#if defined(__linux__)
#include <sys/statfs.h>

/* The magic number of the file system that holds a path, or -1; Swift's Glibc lacks this header. */
static inline long kino_filesystem_magic(const char *path) {
  struct statfs info;
  return statfs(path, &info) == 0 ? (long)info.f_type : -1;
}
#endif

/* Swift cannot call variadic functions, nor use the pointer constants behind SQLITE_STATIC and
   SQLITE_TRANSIENT. */

static inline int kino_sqlite_config_flag(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, (int *)0);
}

/* Reads the first bytes of a database file through SQLite's own descriptor. A descriptor of one's own
   must never be closed on a database: that would drop all POSIX locks which this process has on it. */
static inline int kino_sqlite_read_head(sqlite3 *db, void *bytes, int count) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods) return SQLITE_CANTOPEN;
  return file->pMethods->xRead(file, bytes, count, 0);
}

static inline int kino_sqlite_bind_text(sqlite3_stmt *s, int i, const void *p, sqlite3_uint64 n) {
  return sqlite3_bind_text64(s, i, (const char *)p, n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int kino_sqlite_bind_blob(sqlite3_stmt *s, int i, const void *p, sqlite3_uint64 n) {
  return sqlite3_bind_blob64(s, i, p, n, SQLITE_TRANSIENT);
}

static inline void kino_sqlite_result_text(sqlite3_context *c, const void *p, sqlite3_uint64 n) {
  sqlite3_result_text64(c, (const char *)p, n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void kino_sqlite_result_blob(sqlite3_context *c, const void *p, sqlite3_uint64 n) {
  sqlite3_result_blob64(c, p, n, SQLITE_TRANSIENT);
}

#endif
