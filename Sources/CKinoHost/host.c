#include "kino_host.h"

#include <stddef.h>

static int count;
static char **arguments;

#if !defined(__GLIBC__) && !defined(__APPLE__)
#error "It is not known whether this C library gives a constructor the arguments."
#endif

// Both glibc and dyld pass them to what runs before main. Swift on Linux looks for them with the help of
// /proc/self/maps, and where that cannot be read takes it that there are none.
__attribute__((constructor)) static void keep(int given, char **values) {
  count = given;
  arguments = values;
}

int kino_argument_count(void) { return count; }

const char *kino_argument(int index) { return index >= 0 && index < count ? arguments[index] : NULL; }
