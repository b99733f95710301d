// glibc's <malloc.h>, which the Glibc module leaves out.
#ifdef __GLIBC__
#include <malloc.h>
#elif defined(__linux__)
#include <features.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#endif
