#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CKinoNFSGuard.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <sys/time.h>

#include <nfsc/libnfs-zdr.h>
#include <nfsc/libnfs.h>
#include <nfsc/libnfs-raw.h>
#include <nfsc/libnfs-raw-nfs.h>

// The most memory that one array of an answer may need, and the most values that may be nested in each other:
// an entry of a listing is nested in the one before. Each takes some 200 bytes of stack. An answer of what we ask for holds 11,000.
enum { most_array_bytes = 16 << 20, deepest_nesting = 100000 };

typedef bool_t (*bytes_function)(ZDR *, char **, uint32_t *, uint32_t);
typedef bool_t (*string_function)(ZDR *, char **, uint32_t);
typedef bool_t (*opaque_function)(ZDR *, char *, uint32_t);
typedef bool_t (*array_function)(ZDR *, char **, uint32_t *, uint32_t, uint32_t, zdrproc_t);
typedef bool_t (*pointer_function)(ZDR *, char **, uint32_t, zdrproc_t);

static bytes_function read_bytes;
static string_function read_string;
static opaque_function read_opaque;
static array_function read_array;
static pointer_function read_pointer;
static _Thread_local uint32_t nesting;

__attribute__((constructor)) static void find_functions(void) {
  read_bytes = (bytes_function)dlsym(RTLD_NEXT, "libnfs_zdr_bytes");
  read_string = (string_function)dlsym(RTLD_NEXT, "libnfs_zdr_string");
  read_opaque = (opaque_function)dlsym(RTLD_NEXT, "libnfs_zdr_opaque");
  read_array = (array_function)dlsym(RTLD_NEXT, "libnfs_zdr_array");
  read_pointer = (pointer_function)dlsym(RTLD_NEXT, "libnfs_zdr_pointer");
}

static uint32_t bytes_left(const ZDR *zdr) {
  return zdr->pos >= 0 && zdr->pos < zdr->size ? (uint32_t)(zdr->size - zdr->pos) : 0;
}

// Looks at the number that comes next; fails at the end of what came.
static bool peek(const ZDR *zdr, uint32_t *number) {
  if (bytes_left(zdr) < 4) return false;
  const uint8_t *byte = (const uint8_t *)zdr->buf + zdr->pos;
  *number = (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
  return true;
}

bool_t libnfs_zdr_bytes(ZDR *zdr, char **bytes, uint32_t *size, uint32_t most) {
  uint32_t length;
  if (read_bytes == NULL) return FALSE;
  if (zdr->x_op == ZDR_DECODE && (!peek(zdr, &length) || length > bytes_left(zdr) - 4)) {
    return FALSE;
  }
  return read_bytes(zdr, bytes, size, most);
}

bool_t libnfs_zdr_string(ZDR *zdr, char **string, uint32_t most) {
  uint32_t length;
  if (read_string == NULL) return FALSE;
  if (zdr->x_op == ZDR_DECODE && (!peek(zdr, &length) || length > bytes_left(zdr) - 4)) {
    return FALSE;
  }
  return read_string(zdr, string, most);
}

bool_t libnfs_zdr_opaque(ZDR *zdr, char *bytes, uint32_t size) {
  if (read_opaque == NULL || (zdr->x_op == ZDR_DECODE && size > bytes_left(zdr))) return FALSE;
  return read_opaque(zdr, bytes, size);
}

// Every element takes four bytes of an answer at least.
bool_t libnfs_zdr_array(
    ZDR *zdr, char **elements, uint32_t *count, uint32_t most, uint32_t size, zdrproc_t element) {
  uint32_t length;
  if (read_array == NULL) return FALSE;
  if (zdr->x_op == ZDR_DECODE &&
      (!peek(zdr, &length) || length > (bytes_left(zdr) - 4) / 4 ||
       (uint64_t)length * size > most_array_bytes)) {
    return FALSE;
  }
  return read_array(zdr, elements, count, most, size, element);
}

bool_t libnfs_zdr_pointer(ZDR *zdr, char **value, uint32_t size, zdrproc_t read) {
  if (read_pointer == NULL || nesting >= deepest_nesting) return FALSE;
  nesting++;
  bool_t is_read = read_pointer(zdr, value, size, read);
  nesting--;
  return is_read;
}

bool kino_nfs_is_guarded(void) {
  // A handle of version 3 whose length is negative to libnfs: it would take it for one that ends before it begins.
  char answer[] = {'\xff', '\xff', '\xff', '\xf0', 0, 0, 0, 0};
  ZDR zdr;
  nfs_fh3 handle;
  memset(&handle, 0, sizeof handle);
  libnfs_zdrmem_create(&zdr, answer, sizeof answer, ZDR_DECODE);
  bool is_taken = zdr_nfs_fh3(&zdr, &handle) != 0;
  libnfs_zdr_destroy(&zdr);
  return !is_taken;
}
