// What glibc offers only as macros, variadic functions or feature-gated declarations, or for casts that Swift spells out.
#ifndef PLUMB_CLINUX_H
#define PLUMB_CLINUX_H
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <linux/iio/events.h>
#include <linux/memfd.h>
#include <malloc.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
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

// A number that no other socket has while the machine runs, and that goes with the socket wherever it is handed to.
static inline int plumb_socket_cookie(int fd, uint64_t *cookie) {
  socklen_t length = sizeof *cookie;
  return getsockopt(fd, SOL_SOCKET, SO_COOKIE, cookie, &length);
}

// Feature-gated in the header, present in the library.
int memfd_create(const char *name, unsigned int flags);

static inline int plumb_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

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

// A datagram socket to a service manager, whose address may be abstract (`@…`); it does not block.
static inline int plumb_notify_socket(const char *path) {
  struct sockaddr_un address;
  if (plumb_unix_address(path, &address) != 0) return -1;
  socklen_t length = offsetof(struct sockaddr_un, sun_path) + strlen(path) + (path[0] != '@');
  if (path[0] == '@') address.sun_path[0] = 0;
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  if (connect(fd, (struct sockaddr *)&address, length) == 0) return fd;
  int code = errno;
  close(fd);
  errno = code;
  return -1;
}

// The most descriptors that the kernel takes in one message (SCM_MAX_FD).
enum { plumb_descriptors_per_message = 253 };

// Sends bytes, and descriptors beside them; more descriptors than a message takes are EINVAL.
static inline ssize_t plumb_send_descriptors(int fd, const void *bytes, size_t length, const int *descriptors,
                                             size_t count) {
  union {
    char bytes[CMSG_SPACE(plumb_descriptors_per_message * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  if (count > plumb_descriptors_per_message) {
    errno = EINVAL;
    return -1;
  }
  struct iovec part = {(void *)bytes, length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
  }
  return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Receives bytes, and descriptors that came beside them: at most plumb_descriptors_per_message.
static inline ssize_t plumb_receive_descriptors(int fd, void *bytes, size_t length, int *descriptors, size_t *count) {
  union {
    char bytes[CMSG_SPACE(plumb_descriptors_per_message * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  struct iovec part = {bytes, length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  *count = 0;
  ssize_t received = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    *count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    memcpy(descriptors, CMSG_DATA(header), *count * sizeof(int));
  }
  return received;
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

// What an IIO device's events are read from, apart from its node; it does not block.
static inline int plumb_iio_event_descriptor(int node) {
  int events = -1;
  if (ioctl(node, IIO_GET_EVENT_FD_IOCTL, &events) < 0) return -1;
  int flags = fcntl(events, F_GETFL);
  if (flags >= 0 && fcntl(events, F_SETFL, flags | O_NONBLOCK) == 0) return events;
  int code = errno;
  close(events);
  errno = code;
  return -1;
}

static inline int plumb_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
#endif
