#pragma once

#include <stddef.h>
#include <stdint.h>

#include "CBenchmark.h"

typedef struct {
  const char *name;
  int64_t size;
  int64_t modified_us;
  uint64_t inode;
} kb_file;

typedef struct {
  const char *path;
  size_t first;
  size_t count;
} kb_directory;

struct kb_listing {
  kb_file *files;
  size_t file_count, file_capacity;
  kb_directory *directories;
  size_t directory_count, directory_capacity;
};

void kb_listing_begin_directory(kb_listing *listing, const char *path);
void kb_listing_add_file(kb_listing *listing, kb_file file);
