#pragma once

#if defined(__linux__)
#include <features.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// The number of arguments that the kernel gave to this process, the command's name included.
int kino_argument_count(void);

/// An argument, as long as the process lives; NULL beyond the last.
const char *kino_argument(int index);

/// Has SIGINT, SIGTERM and SIGHUP write a byte to a pipe from now on, instead of ending the process. Called once.
///
/// Returns the descriptor to read from, which does not block; -1 with errno set, and the signals as they were, when there is
/// no descriptor to be had.
int kino_catch_interrupts(void);
