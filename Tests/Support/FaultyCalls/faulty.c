// Loaded before the C library (LD_PRELOAD): one of the calls that change files fails, so that tests can have each of them
// fail in turn.
//
//   FAULT_AT     which call fails, from 1; 0: none
//   FAULT        interrupted (EINTR), short (a part is written), full (ENOSPC); threads: none can be made at all
//   FAULT_COUNT  a file that gets the number of calls when the process ends
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int calls;

// What this call does: 'i', 's', 'f', or 0 for what it always does.
static char fault(void) {
    int number = atomic_fetch_add(&calls, 1) + 1;
    const char *at = getenv("FAULT_AT"), *kind = getenv("FAULT");
    return at && kind && atoi(at) == number ? kind[0] : 0;
}

static int fails(char kind) {
    if (kind == 'i') errno = EINTR;
    if (kind == 'f') errno = ENOSPC;
    return kind == 'i' || kind == 'f';
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    char kind = fault();
    if (fails(kind)) return -1;
    return real(descriptor, bytes, kind == 's' && count > 1 ? count / 2 : count);
}

int open(const char *path, int flags, ...) {
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (flags & O_CREAT && fails(fault())) return -1;
    return real(path, flags, mode);
}

int fsync(int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    return fails(fault()) ? -1 : real(descriptor);
}

int rename(const char *old, const char *new) {
    int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
    return fails(fault()) ? -1 : real(old, new);
}

// It is closed in any case.
int close(int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, "close");
    int answer = real(descriptor);
    return fails(fault()) ? -1 : answer;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = dlsym(RTLD_NEXT, "pthread_create");
    const char *kind = getenv("FAULT");
    return kind && kind[0] == 't' ? EAGAIN : real(thread, attributes, start, argument);
}

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("FAULT_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%d", atomic_load(&calls));
    fclose(file);
}
