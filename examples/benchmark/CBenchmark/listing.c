#include "listing.h"

#include <stdlib.h>
#include <string.h>

// Room for one more element; a benchmark that is out of memory has nothing to say.
static void *room(void *items, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return items;
  *capacity = *capacity ? *capacity * 2 : 1024;
  items = realloc(items, *capacity * size);
  if (!items) abort();
  return items;
}

kb_listing *kb_listing_create(void) {
  kb_listing *listing = calloc(1, sizeof(kb_listing));
  if (!listing) abort();
  return listing;
}

void kb_listing_begin_directory(kb_listing *listing, const char *path) {
  listing->directories = room(listing->directories, listing->directory_count,
                              &listing->directory_capacity, sizeof(kb_directory));
  kb_directory directory = {strdup(path), listing->file_count, 0};
  listing->directories[listing->directory_count++] = directory;
}

void kb_listing_add_file(kb_listing *listing, kb_file file) {
  listing->files =
      room(listing->files, listing->file_count, &listing->file_capacity, sizeof(kb_file));
  file.name = strdup(file.name);
  listing->files[listing->file_count++] = file;
  listing->directories[listing->directory_count - 1].count++;
}

void kb_listing_free(kb_listing *listing) {
  for (size_t i = 0; i < listing->file_count; i++) free((char *)listing->files[i].name);
  for (size_t i = 0; i < listing->directory_count; i++) free((char *)listing->directories[i].path);
  free(listing->files);
  free(listing->directories);
  free(listing);
}
