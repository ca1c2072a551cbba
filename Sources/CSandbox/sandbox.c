#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// ---- Landlock ----------------------------------------------------------------------------
// Written out here because the headers of Debian 12 know the first two versions only
// (linux/landlock.h and Documentation/userspace-api/landlock.rst of the kernel).

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
};

struct __attribute__((packed)) beneath {
  uint64_t allowed;
  int32_t parent;
};

#define READ_FILE (1ull << 2)
#define READ_FOLDER (1ull << 3)
#define RULE_BENEATH 1
#define QUERY_VERSION 1u

/// Everything a version can refuse.
static struct ruleset all_of(long version, size_t *size) {
  struct ruleset rules = {.files = (1ull << 13) - 1};
  *size = offsetof(struct ruleset, network);
  if (version >= 2) rules.files |= 1ull << 13;  // refer
  if (version >= 3) rules.files |= 1ull << 14;  // truncate
  if (version >= 5) rules.files |= 1ull << 15;  // ioctl on devices
  if (version >= 4) {
    rules.network = 3;  // bind and connect, TCP
    *size = offsetof(struct ruleset, scoped);
  }
  if (version >= 6) {
    rules.scoped = 3;  // abstract sockets, signals
    *size = sizeof rules;
  }
  return rules;
}

static void allow_beneath(int ruleset, const char *folder) {
  int parent = open(folder, O_PATH | O_CLOEXEC | O_DIRECTORY);
  if (parent < 0) return;
  struct beneath rule = {READ_FILE | READ_FOLDER, parent};
  syscall(SYS_landlock_add_rule, ruleset, RULE_BENEATH, &rule, 0);
  close(parent);
}

/// 1 if Landlock stands.
static int lock_files(const char *const *folders, int folder_count) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, QUERY_VERSION);
  if (version < 1) return 0;
  size_t size;
  struct ruleset rules = all_of(version, &size);
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (ruleset < 0) return 0;
  for (int i = 0; i < folder_count; i++) allow_beneath(ruleset, folders[i]);
  long locked = syscall(SYS_landlock_restrict_self, ruleset, 0);
  close(ruleset);
  return locked == 0;
}

// ---- seccomp -----------------------------------------------------------------------------

static const int allowed_calls[] = {
    SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(readv), SCMP_SYS(preadv), SCMP_SYS(write),
    SCMP_SYS(writev), SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(close), SCMP_SYS(recvmsg),
    SCMP_SYS(sendmsg), SCMP_SYS(recvfrom), SCMP_SYS(sendto), SCMP_SYS(poll), SCMP_SYS(ppoll),
    SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(brk), SCMP_SYS(madvise), SCMP_SYS(futex),
    SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall),
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(time),
    SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep), SCMP_SYS(getrandom), SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_getparam), SCMP_SYS(sched_getscheduler),
    SCMP_SYS(getcpu), SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(rseq),
    SCMP_SYS(set_robust_list), SCMP_SYS(set_tid_address), SCMP_SYS(sysinfo), SCMP_SYS(uname),
};

/// What fontconfig and GLib ask besides, for a worker that may read folders.
static const int folder_calls[] = {
    SCMP_SYS(newfstatat), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(statx), SCMP_SYS(access),
    SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(getdents64), SCMP_SYS(fstatfs),
    SCMP_SYS(statfs), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
    SCMP_SYS(getresuid), SCMP_SYS(getresgid), SCMP_SYS(fadvise64),
};

/// Libraries ask these and go on well without; they get an error rather than death.
static const struct { int call, error; } refused_calls[] = {
    {SCMP_SYS(open), EACCES}, {SCMP_SYS(readlink), EACCES}, {SCMP_SYS(readlinkat), EACCES},
    {SCMP_SYS(ioctl), ENOTTY}, {SCMP_SYS(clone3), ENOSYS}, {SCMP_SYS(sched_setaffinity), EPERM},
};

#define WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)

/// Calls that are allowed with some arguments only.
static int allow_parts(scmp_filter_ctx filter) {
  int error = 0;
  const uint32_t yes = SCMP_ACT_ALLOW;
  error |= seccomp_rule_add(filter, yes, SCMP_SYS(mmap), 1,
                            SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  error |= seccomp_rule_add(filter, yes, SCMP_SYS(mprotect), 1,
                            SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  error |= seccomp_rule_add(filter, yes, SCMP_SYS(clone), 1,
                            SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  error |= seccomp_rule_add(filter, yes, SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
  // Asking for a limit, of oneself; setting one is not allowed.
  error |= seccomp_rule_add(filter, yes, SCMP_SYS(prlimit64), 2, SCMP_A0(SCMP_CMP_EQ, 0),
                            SCMP_A2(SCMP_CMP_EQ, 0));
  error |= seccomp_rule_add(filter, yes, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_GETFL));
  error |= seccomp_rule_add(filter, yes, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_GETFD));
  error |= seccomp_rule_add(filter, yes, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_SETFD));
  return error;
}

/// Reading beneath folders: Landlock says where, this says that it is reading.
static int allow_folders(scmp_filter_ctx filter) {
  int error = 0;
  for (size_t i = 0; i < sizeof folder_calls / sizeof *folder_calls; i++)
    error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, folder_calls[i], 0);
  error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
                            SCMP_A2(SCMP_CMP_MASKED_EQ, WRITING, 0));
  const int bits[] = {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND};
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    error |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(openat), 1,
                              SCMP_A2(SCMP_CMP_MASKED_EQ, (unsigned)bits[i], (unsigned)bits[i]));
  return error;
}

/// Not even the names of files can be asked for, only what is open already.
static int refuse_folders(scmp_filter_ctx filter) {
  int error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(openat), 0);
  error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), 1,
                            SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH));
  error |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(newfstatat), 1,
                            SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, 0));
  const int asking[] = {SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(statx), SCMP_SYS(access),
                        SCMP_SYS(faccessat), SCMP_SYS(faccessat2)};
  for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
    error |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), asking[i], 0);
  return error;
}

static int fill(scmp_filter_ctx filter, int reads_folders) {
  // Threads that a library has already started are bound too.
  int error = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  error |= seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  for (size_t i = 0; i < sizeof allowed_calls / sizeof *allowed_calls; i++)
    error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed_calls[i], 0);
  for (size_t i = 0; i < sizeof refused_calls / sizeof *refused_calls; i++)
    error |= seccomp_rule_add(filter, SCMP_ACT_ERRNO((unsigned)refused_calls[i].error),
                              refused_calls[i].call, 0);
  error |= allow_parts(filter);
  error |= reads_folders ? allow_folders(filter) : refuse_folders(filter);
  return error;
}

static int lock_calls(int reads_folders) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
  if (filter == NULL) return -ENOMEM;
  int error = fill(filter, reads_folders) == 0 ? seccomp_load(filter) : -EINVAL;
  seccomp_release(filter);
  return error;
}

// ---- limits ------------------------------------------------------------------------------

static int limit(int resource, uint64_t most) {
  struct rlimit both = {most, most};
  return setrlimit(resource, &both) == 0 ? 0 : -errno;
}

static int lock_limits(uint64_t address_space) {
  int error = limit(RLIMIT_CORE, 0);
  if (error == 0) error = limit(RLIMIT_NOFILE, 32);
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  address_space = RLIM_INFINITY;  // their shadow memory alone is terabytes
#endif
#endif
  if (error == 0 && address_space != RLIM_INFINITY) error = limit(RLIMIT_AS, address_space);
  return error;
}

/// If memory runs out the kernel shall take a worker, not the player.
static void offer_to_the_oom_killer(void) {
  int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score < 0) return;
  ssize_t written = write(score, "900", 3);
  (void)written;
  close(score);
}

int sandbox_close_folders(const char *const *folders, int folder_count) {
  offer_to_the_oom_killer();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
  return lock_files(folders, folder_count);
}

int sandbox_lock(enum sandbox_kind kind, uint64_t address_space, const char *const *folders,
                 int folder_count) {
  offer_to_the_oom_killer();
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0
      || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return -errno;
  int error = lock_limits(address_space);
  if (error != 0) return error;
  int landlock = lock_files(folders, kind == SANDBOX_READS_FOLDERS ? folder_count : 0);
  error = lock_calls(landlock && kind == SANDBOX_READS_FOLDERS);
  if (error != 0) return error;
  return SANDBOX_LAYER_SECCOMP | SANDBOX_LAYER_LIMITS | (landlock ? SANDBOX_LAYER_LANDLOCK : 0);
}
