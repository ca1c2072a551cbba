#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What Swift cannot call: GNU extensions, variadics and control-message macros. Each function
// returns a value ≥ 0, or −errno. Descriptors made here are close-on-exec.

/// Anonymous memory of `size` bytes, sealed against shrinking, growing and further seals.
int sys_memfd_sealed(const char *name, uint64_t size);

/// A connected pair of SOCK_SEQPACKET Unix sockets.
int sys_seqpacket_pair(int ends[2]);

/// Most descriptors that one message may carry.
#define SYS_MAX_PASSED 10

/// Sends one whole message with up to SYS_MAX_PASSED descriptors. Never raises SIGPIPE.
/// Without `wait`: −EAGAIN when the queue is full.
ssize_t sys_send(int socket, const void *bytes, size_t count, const int *passed, int passed_count,
                 int wait);

/// Receives one whole message. `received` has room for SYS_MAX_PASSED descriptors. A message
/// longer than `capacity` answers −EMSGSIZE, too many descriptors −EPROTO (those that came are
/// closed). 0: the other end is closed.
ssize_t sys_receive(int socket, void *bytes, size_t capacity, int *received, int *received_count,
                    int wait);

/// Starts `program` with two arguments (its path and `kind`), an empty environment, no signal
/// blocked or ignored, a process group of its own, /dev/null as 0 and 1, `errors` (or /dev/null
/// where it is negative) as 2, `channel` as 3 and nothing from 4 on.
int sys_spawn(const char *program, const char *kind, int channel, int errors, pid_t *pid);

/// Waits for a child. 0: it still runs (only without `wait`); 1: it is gone, `status` as wait(2).
int sys_reap(pid_t pid, int *status, int wait);

/// A descriptor that is readable when the child has ended.
int sys_pidfd(pid_t pid);

/// A non-blocking eventfd that starts at 0.
int sys_eventfd(void);

/// Puts the calling thread on SCHED_RR at `priority` (1…99); what it forks is back on the usual
/// scheduler. −EPERM where that is not allowed.
int sys_realtime(int priority);

/// Starts the running program anew as `triptych-probe WHAT` with this program's environment, a
/// process group of its own, no signal blocked, /dev/null as 0 and 2 and `output` as 1.
int sys_spawn_probe(const char *what, int output, pid_t *pid);

/// The calling process is killed when the thread that started it ends.
void sys_die_with_parent(void);

/// The version of Landlock that the kernel has; 0: none.
int sys_landlock_version(void);

/// 1: the kernel knows that its clock is synchronised; 0: it is not, or nobody has said so.
int sys_clock_is_synchronised(void);

/// 1: nobody else drives the DRM card at `path`; 0: somebody does. −errno where it cannot be
/// opened. Lets go of the card at once.
int sys_card_is_free(const char *path);

/// Writes the name that the driver of the DRM card at `path` has for itself, with its end, into
/// `name`; empty where it does not fit into `room` bytes. 0, or −errno.
int sys_card_driver(const char *path, char *name, int room);

/// Names the calling thread (at most 15 bytes are kept).
void sys_name_thread(const char *name);

/// Who is at the other end of a Unix socket, as it was when it connected.
struct sys_peer {
  uint32_t user, group;
  int32_t process;
};
int sys_peer_of(int socket, struct sys_peer *peer);

/// 1 if whoever is at the other end has `group` among its other groups, else 0.
int sys_peer_is_in(int socket, uint32_t group);

/// Anonymous memory that grows as it is written.
int sys_memfd(const char *name);

/// Takes a connection of a listening socket; non-blocking.
int sys_accept(int socket);

/// Watches folders: a descriptor that is readable when something has happened in one of them.
int sys_watch_open(void);

/// Watches a folder too; its number, the same for a folder that is watched already.
int sys_watch_add(int watch, const char *folder);

void sys_watch_remove(int watch, int number);

/// What has happened, in the system's form; −EAGAIN if nothing has.
ssize_t sys_watch_read(int watch, void *bytes, size_t capacity);

enum {
  /// A name has come up; a file is empty, or being written.
  SYS_WATCH_MADE = 1,
  /// A file was written and closed, or has other permissions.
  SYS_WATCH_WRITTEN = 2,
  SYS_WATCH_MOVED_HERE = 3,
  SYS_WATCH_GONE = 4,
  /// The folder itself is gone, or another one.
  SYS_WATCH_OVER = 5,
  /// So much has happened that some of it is lost.
  SYS_WATCH_LOST = 6
};

struct sys_watch_event {
  int number;
  int kind;
  int is_folder;
  /// Lies in the bytes that were read; empty for the folder itself.
  const char *name;
};

/// Takes the next event out of what was read; 0: there is none.
int sys_watch_next(const void *bytes, size_t count, size_t *place, struct sys_watch_event *event);

/// Sleeps until a bell (eventfd, bit 1), a watch (bit 2) or the table of mounts
/// (`/proc/self/mountinfo`, bit 4) has news, or so long; −1: for ever. Negative descriptors have
/// none.
int sys_watch_wait(int watch, int bell, int mounts, int64_t milliseconds);

/// 1 if what stands at a path may change without this system being told.
int sys_is_remote(const char *path);
/// 1 if an open file came from outside of this computer or can be carried away: it lies on the
/// network, on a file system of sticks and cards, or on a disk on USB that is not the system's own.
int sys_is_foreign(int file);
/// Opens `inside`, a relative path, beneath the folder `root`; links that lead out of it fail with
/// -EXDEV or -ELOOP. Without `reads` only to be looked at (O_PATH).
int sys_open_beneath(const char *root, const char *inside, int reads);
