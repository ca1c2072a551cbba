#define _GNU_SOURCE
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <unistd.h>

int sys_memfd_sealed(const char *name, uint64_t size) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -errno;
  if (ftruncate(fd, (off_t)size) != 0
      || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    int error = errno;
    close(fd);
    return -error;
  }
  return fd;
}

int sys_seqpacket_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : -errno;
}

ssize_t sys_send(int socket, const void *bytes, size_t count, const int *passed, int passed_count,
                 int wait) {
  if (passed_count < 0 || passed_count > SYS_MAX_PASSED) return -EINVAL;
  struct iovec part = {(void *)bytes, count};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(SYS_MAX_PASSED * sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (passed_count > 0) {
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE((size_t)passed_count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN((size_t)passed_count * sizeof(int));
    memcpy(CMSG_DATA(header), passed, (size_t)passed_count * sizeof(int));
  }
  for (;;) {
    ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
    if (sent >= 0) return sent;
    if (errno != EINTR) return -errno;
  }
}

/// Takes the descriptors out of the control part; returns how many there are.
static int take_passed(struct msghdr *message, int *received) {
  int count = 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header != NULL;
       header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t here = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < here && count < SYS_MAX_PASSED; i++, count++)
      memcpy(&received[count], CMSG_DATA(header) + i * sizeof(int), sizeof(int));
  }
  return count;
}

ssize_t sys_receive(int socket, void *bytes, size_t capacity, int *received, int *received_count,
                    int wait) {
  struct iovec part = {bytes, capacity};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(SYS_MAX_PASSED * sizeof(int))];
  } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                           .msg_controllen = sizeof control};
  *received_count = 0;
  ssize_t count;
  do {
    count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT));
  } while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  int passed = take_passed(&message, received);
  int cut = message.msg_flags & (MSG_TRUNC | MSG_CTRUNC);
  if (cut) {
    for (int i = 0; i < passed; i++) close(received[i]);
    return cut & MSG_TRUNC ? -EMSGSIZE : -EPROTO;
  }
  *received_count = passed;
  return count;
}

static int spawn_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int error = posix_spawnattr_setsigmask(attributes, &none);
  if (error == 0) error = posix_spawnattr_setsigdefault(attributes, &all);
  // A group of its own: Ctrl+C in a terminal is the player's to answer, not the worker's.
  if (error == 0) error = posix_spawnattr_setpgroup(attributes, 0);
  if (error == 0)
    error = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  return error;
}

static int spawn_actions(posix_spawn_file_actions_t *actions, int channel, int errors) {
  int error = 0;
  // First 2, then 3: `errors` may itself be 3. 0 and 1 come last, `channel` may be one of them.
  if (errors >= 0) error = posix_spawn_file_actions_adddup2(actions, errors, 2);
  if (error == 0) error = posix_spawn_file_actions_adddup2(actions, channel, 3);
  if (error == 0) error = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_addopen(actions, 1, "/dev/null", O_WRONLY, 0);
  if (error == 0 && errors < 0)
    error = posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, 4);
  return error;
}

// Starts a program with its signals as they were made and in a group of its own.
static int spawn(const char *program, char *const arguments[], char *const environment[],
                 const posix_spawn_file_actions_t *actions, pid_t *pid) {
  posix_spawnattr_t attributes;
  int error = posix_spawnattr_init(&attributes);
  if (error != 0) return error;
  error = spawn_attributes(&attributes);
  if (error == 0) error = posix_spawn(pid, program, actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  return error;
}

int sys_spawn(const char *program, const char *kind, int channel, int errors, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return -error;
  error = spawn_actions(&actions, channel, errors);
  char *arguments[] = {(char *)program, (char *)kind, NULL};
  char *environment[] = {NULL};
  if (error == 0) error = spawn(program, arguments, environment, &actions, pid);
  posix_spawn_file_actions_destroy(&actions);
  return -error;
}

int sys_reap(pid_t pid, int *status, int wait) {
  for (;;) {
    pid_t ended = waitpid(pid, status, wait ? 0 : WNOHANG);
    if (ended >= 0) return ended == pid;
    if (errno != EINTR) return -errno;
  }
}

int sys_pidfd(pid_t pid) {
  long fd = syscall(SYS_pidfd_open, pid, 0);
  return fd < 0 ? -errno : (int)fd;
}

int sys_eventfd(void) {
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

int sys_realtime(int priority) {
  struct sched_param parameters = {.sched_priority = priority};
  return sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &parameters) == 0 ? 0 : -errno;
}

static int probe_actions(posix_spawn_file_actions_t *actions, int output) {
  int error = posix_spawn_file_actions_adddup2(actions, output, 1);
  if (error == 0) error = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
  return error;
}

int sys_spawn_probe(const char *what, int output, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return -error;
  error = probe_actions(&actions, output);
  char *arguments[] = {"triptych-probe", (char *)what, NULL};
  if (error == 0) error = spawn("/proc/self/exe", arguments, environ, &actions, pid);
  posix_spawn_file_actions_destroy(&actions);
  return -error;
}

void sys_die_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

int sys_landlock_version(void) {
  // LANDLOCK_CREATE_RULESET_VERSION
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1u);
  return version > 0 ? (int)version : 0;
}

int sys_clock_is_synchronised(void) {
  struct timex state;
  memset(&state, 0, sizeof state);
  return adjtimex(&state) >= 0 && (state.status & STA_UNSYNC) == 0;
}

int sys_card_is_free(const char *path) {
  int card = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (card < 0) return -errno;
  // DRM_IOCTL_SET_MASTER: granted at once to the first who opens it, and to nobody beside him.
  int is_free = ioctl(card, _IO('d', 0x1e)) == 0;
  close(card);
  return is_free;
}

// What DRM_IOCTL_VERSION takes; the kernel's header is in no package that we need otherwise.
struct card_version {
  int major, minor, patch;
  size_t name_length;
  char *name;
  size_t date_length;
  char *date;
  size_t words_length;
  char *words;
};

int sys_card_driver(const char *path, char *name, int room) {
  int card = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (card < 0) return -errno;
  struct card_version about = {.name = name, .name_length = (size_t)room - 1};
  int problem = ioctl(card, _IOWR('d', 0x00, struct card_version), &about) == 0 ? 0 : -errno;
  // The kernel writes no end, and tells the whole length.
  name[problem == 0 && about.name_length < (size_t)room ? about.name_length : 0] = 0;
  close(card);
  return problem;
}

void sys_name_thread(const char *name) {
  char kept[16] = {0};
  strncpy(kept, name, sizeof kept - 1);
  pthread_setname_np(pthread_self(), kept);
}

int sys_peer_of(int socket, struct sys_peer *peer) {
  struct ucred found;
  socklen_t length = sizeof found;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &found, &length) != 0) return -errno;
  *peer = (struct sys_peer){.user = found.uid, .group = found.gid, .process = found.pid};
  return 0;
}

int sys_peer_is_in(int socket, uint32_t group) {
  // The kernel's own limit is 65536; who is in more than these is not looked for.
  gid_t groups[1024];
  socklen_t length = sizeof groups;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &length) != 0) return 0;
  for (size_t i = 0; i < length / sizeof(gid_t); i++)
    if (groups[i] == group) return 1;
  return 0;
}

int sys_memfd(const char *name) {
  int fd = memfd_create(name, MFD_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

int sys_accept(int socket) {
  int fd = accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

int sys_open_beneath(const char *root, const char *inside, int reads) {
  uint64_t flags = reads ? O_RDONLY | O_NONBLOCK | O_NOCTTY : O_PATH;
  int folder = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -errno;
  struct open_how how = {.flags = flags | O_CLOEXEC, .resolve = RESOLVE_BENEATH};
  long fd = syscall(SYS_openat2, folder, inside, &how, sizeof how);
  int error = errno;
  close(folder);
  return fd < 0 ? -error : (int)fd;
}
