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
