/* Loaded before the C library: a process that another one started ends with 1 where it
   is to bound its memory, as a library does that can't go on. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static pid_t first;

__attribute__((constructor)) static void remember(void) { first = getpid(); }

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  if (getpid() == first)
    return prlimit(0, resource, limit, NULL);
  fputs("give up: no more of this\n", stderr);
  fflush(stderr);
  _exit(1);
}
