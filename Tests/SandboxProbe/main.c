// Locks itself down as a worker does and tries one forbidden thing, named by its argument.
// Exit code 0: it was possible. 10: it was refused by an error. Ended by SIGSYS: refused.
// 2: no such probe, 3: the lock does not stand. "open!" tries `open` without the lock, so that
// the tests can see that a probe is able to succeed. "text:open-font" locks as the text worker does.

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/io_uring.h>
#include <linux/openat2.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include "sandbox.h"

static int memory = -1;
static int passed = -1;

static int open_file(void) { return open("/etc/passwd", O_RDONLY); }
static int open_process(void) { return open("/proc/self/maps", O_RDONLY); }
static int open_write(void) { return open("/tmp/triptych-probe", O_WRONLY | O_CREAT, 0600); }
static int open_font(void) { return open("/etc/fonts/fonts.conf", O_RDONLY); }
static int internet(void) { return socket(AF_INET, SOCK_STREAM, 0); }
static int unix_socket(void) { return socket(AF_UNIX, SOCK_STREAM, 0); }
static int bind_name(void) {
  struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0triptych-probe"};
  return bind(3, (struct sockaddr *)&name, sizeof name);
}
static int execute(void) {
  char *arguments[] = {"true", NULL}, *environment[] = {NULL};
  return execve("/bin/true", arguments, environment);
}
static int fork_it(void) {
  pid_t child = (pid_t)syscall(SYS_fork);
  if (child == 0) _exit(0);
  return child;
}
static int clone_it(void) {
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return (int)child;
}
static int trace(void) { return (int)ptrace(PTRACE_TRACEME, 0, NULL, NULL); }
static int kill_parent(void) { return kill(getppid(), 0); }
static int tgkill_parent(void) {
  return (int)syscall(SYS_tgkill, getppid(), getppid(), 0);
}
static int write_execute(void) {
  return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      == MAP_FAILED ? -1 : 0;
}
static int make_execute(void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mprotect(page, 4096, PROT_READ | PROT_EXEC);
}
static int remove_file(void) { return unlink("/tmp/triptych-probe-remove"); }
static int make_folder(void) { return mkdir("/tmp/triptych-probe-folder", 0700); }
static int open_other_way(void) {
  struct open_how how = {.flags = O_RDONLY};
  return (int)syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", &how, sizeof how);
}
static int ring(void) {
  struct io_uring_params parameters = {0};
  return (int)syscall(SYS_io_uring_setup, 4, &parameters);
}
static int read_parent(void) {
  char room[8];
  struct iovec here = {room, sizeof room}, there = {(void *)0x400000, sizeof room};
  return (int)process_vm_readv(getppid(), &here, 1, &there, 1, 0);
}
static int duplicate(void) { return dup(passed); }
static int shrink(void) { return ftruncate(memory, 0); }
static int raise_limit(void) {
  struct rlimit most = {1 << 20, 1 << 20};
  return setrlimit(RLIMIT_NOFILE, &most);
}
static int dumpable(void) { return (int)syscall(SYS_prctl, 4 /* PR_SET_DUMPABLE */, 1, 0, 0, 0); }
static int status_of_file(void) { struct stat status; return stat("/etc/passwd", &status); }
static int compute(void) { return malloc(1 << 20) == NULL ? -1 : 0; }

static const struct { const char *name; int (*attempt)(void); } probes[] = {
    {"open", open_file}, {"proc", open_process}, {"open-write", open_write},
    {"open-font", open_font}, {"internet", internet}, {"unix-socket", unix_socket},
    {"bind", bind_name}, {"execve", execute}, {"fork", fork_it}, {"clone", clone_it},
    {"ptrace", trace}, {"kill", kill_parent}, {"tgkill", tgkill_parent},
    {"write-execute", write_execute}, {"make-execute", make_execute}, {"unlink", remove_file},
    {"mkdir", make_folder}, {"openat2", open_other_way}, {"io_uring", ring},
    {"process_vm_readv", read_parent}, {"dup", duplicate}, {"shrink", shrink},
    {"setrlimit", raise_limit}, {"dumpable", dumpable}, {"stat", status_of_file},
    {"compute", compute},
};

int main(int count, char **arguments) {
  if (count != 2) return 2;
  char *name = arguments[1];
  int text = strncmp(name, "text:", 5) == 0;
  if (text) name += 5;
  size_t length = strlen(name);
  int locked = length > 0 && name[length - 1] != '!';
  if (!locked && length > 0) name[length - 1] = 0;
  memory = memfd_create("probe", MFD_ALLOW_SEALING);
  ftruncate(memory, 4096);
  fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  passed = open("/dev/null", O_RDONLY);
  const char *folders[] = {"/etc/fonts"};
  if (locked
      && sandbox_lock(text ? SANDBOX_READS_FOLDERS : SANDBOX_CLOSED, 1ull << 30, folders, 1) < 0)
    return 3;
  for (size_t i = 0; i < sizeof probes / sizeof *probes; i++)
    if (strcmp(probes[i].name, name) == 0) _exit(probes[i].attempt() < 0 ? 10 : 0);
  _exit(2);
}
