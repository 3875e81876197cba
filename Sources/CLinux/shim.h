// What glibc offers only as macros, variadic functions or feature-gated declarations, or for casts that Swift spells out.
#ifndef PLUMB_CLINUX_H
#define PLUMB_CLINUX_H
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// SO_PEERCRED's structure is hidden from Swift by a feature macro that its Glibc module does not set.
struct plumb_ucred {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};

static inline int plumb_peer_credentials(int fd, struct plumb_ucred *credentials) {
  socklen_t length = sizeof *credentials;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, credentials, &length);
}

// Feature-gated in the header, present in the library.
int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);

// The flags are constants of an anonymous enum that several modules include, which Swift finds in some builds only.
static inline int plumb_accept(int fd) { return accept4(fd, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC); }

static inline int plumb_unix_socket(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }

// A path that is empty, or does not fit with its NUL, is EINVAL or ENAMETOOLONG.
static inline int plumb_unix_address(const char *path, struct sockaddr_un *address) {
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof address->sun_path) {
    errno = length == 0 ? EINVAL : ENAMETOOLONG;
    return -1;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length);
  return 0;
}

static inline int plumb_unix_connect(int fd, const char *path) {
  struct sockaddr_un address;
  if (plumb_unix_address(path, &address) != 0) return -1;
  return connect(fd, (struct sockaddr *)&address, sizeof address);
}

static inline int plumb_unix_bind(int fd, const char *path) {
  struct sockaddr_un address;
  if (plumb_unix_address(path, &address) != 0) return -1;
  return bind(fd, (struct sockaddr *)&address, sizeof address);
}

// getopt_long keeps its place and its finding in globals that Swift 6 rightly refuses to touch.
static inline int plumb_getopt_long(int count, char *const *words, const char *shorts, const struct option *longs,
                                    int *index, char **value, int *offender) {
  optind = *index;
  opterr = 0;
  optarg = 0;
  optopt = 0;
  int code = getopt_long(count, words, shorts, longs, 0);
  *index = optind;
  *value = optarg;
  *offender = optopt;
  return code;
}

// Whom the kernel takes the calling thread for, and it alone: glibc's own calls change every thread. root comes back
// with plumb_thread_user(0, 0).
static inline int plumb_thread_user(uid_t uid, gid_t gid) {
  if (uid == 0 && syscall(SYS_setresuid, -1, uid, -1) != 0) return -1;
  if (syscall(SYS_setresgid, -1, gid, -1) != 0) return -1;
  return uid == 0 ? 0 : (int)syscall(SYS_setresuid, -1, uid, -1);
}

static inline int plumb_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
#endif
