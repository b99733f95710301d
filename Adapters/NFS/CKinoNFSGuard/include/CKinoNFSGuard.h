#pragma once
#include <stdbool.h>
#include <stdint.h>

// libnfs 4.0 takes lengths from the wire without holding them against what came: a negative one makes it read the same bytes
// for ever, a huge one overflows what it allocates, and a listing is read by recursion as deep as a server likes. What
// it reads them with are functions that it exports and calls by name. Functions of these names in the program come
// first, so that ours are called: they look at a length, and pass what is sound on to libnfs's own.

// Whether libnfs refuses a length that leads out of an answer, by our functions or by itself.
//
// Where a program binds libraries so that ours are not found first (Darwin, RTLD_DEEPBIND), it does not.
bool kino_nfs_is_guarded(void);

// How many bytes have been read from a TCP socket in all; 0 where the system does not tell.
//
// libnfs puts the pieces of an answer together and does not bound how many there are.
uint64_t kino_nfs_bytes_read(int socket);
