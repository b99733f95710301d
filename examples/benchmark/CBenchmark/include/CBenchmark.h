// What the benchmark measures with, in C: the bare limits of this machine, and what a child process used.
#pragma once

#include <stdint.h>

/// Seconds on the clock, and seconds of CPU, user and system together.
typedef struct {
  double wall;
  double cpu;
} kb_seconds;

/// The clock and the CPU of this process as they stand.
kb_seconds kb_now(void);

/// The files of a tree, directory by directory, as a scan would meet them.
typedef struct kb_listing kb_listing;

typedef struct {
  int64_t files;
  int64_t directories;
  kb_seconds time;
} kb_walk_result;

/// Looks at every entry of a tree with openat, readdir and statx.
///
/// `listing` may be NULL; else it gets the files, and `threads` must be 1. Returns 0, or an errno.
int kb_walk(const char *root, int threads, kb_listing *listing, kb_walk_result *result);

kb_listing *kb_listing_create(void);
void kb_listing_free(kb_listing *listing);

typedef struct {
  kb_seconds first;
  kb_seconds unchanged;
} kb_layout_result;

/// The SQLite work that scans of these files cannot do without, in a new database at `path`: every file staged and
/// published once, then every file compared with what is published. Returns 0, or an SQLite code.
int kb_layout(const char *path, const kb_listing *listing, kb_layout_result *result);

typedef struct {
  /// The exit status, or 128 and the number of the signal.
  int status;
  kb_seconds time;
  int64_t peak_kib;
  /// Bytes given to write(2) and its like; -1 where the system does not count them.
  int64_t written;
} kb_child_result;

/// Runs a program to its end, with its standard output in a file. Returns 0, or an errno.
///
/// The peak is never below that of this process at the start of the child: keep this one small.
int kb_run(char *const *arguments, const char *output, kb_child_result *result);

/// Watches, from outside, how long other connections keep the write lock of a database.
typedef struct kb_hold kb_hold;

/// Starts watching on a thread of its own. NULL if the database cannot be opened.
kb_hold *kb_hold_start(const char *database);

/// Stops watching, and returns the longest time in seconds that one transaction was seen to hold the lock.
double kb_hold_stop(kb_hold *hold);

/// Makes a sparse file of this size and modification time. Returns 0, or an errno.
int kb_make_file(const char *path, int64_t size, int64_t modified_us);

/// Writes into a file where it lies, without changing its size. Returns 0, or an errno.
int kb_rewrite(const char *path);

/// Sets a file's modification time to now. Returns 0, or an errno.
int kb_touch(const char *path);

/// Gives a library that was just created 125,000 files, and work in all eight stages for one in ten of them: 100,000
/// rows that are ready. Returns 0, or an SQLite code.
int kb_queue_ready(const char *database);

/// Adds the work of the others: 900,000 rows, half of them failed, half waiting for a time after `due_ms`.
int kb_queue_others(const char *database, int64_t due_ms);
