#define _GNU_SOURCE
#include "system.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

int sys_watch_open(void) {
  int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  return watch < 0 ? -errno : watch;
}

int sys_watch_add(int watch, const char *folder) {
  // IN_MODIFY is left out: a file counts when it has been written, not while it grows.
  int number = inotify_add_watch(watch, folder,
                                 IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM |
                                     IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF |
                                     IN_ONLYDIR | IN_EXCL_UNLINK);
  return number < 0 ? -errno : number;
}

void sys_watch_remove(int watch, int number) { inotify_rm_watch(watch, number); }

ssize_t sys_watch_read(int watch, void *bytes, size_t capacity) {
  ssize_t count = read(watch, bytes, capacity);
  return count < 0 ? -errno : count;
}

int sys_watch_next(const void *bytes, size_t count, size_t *place, struct sys_watch_event *event) {
  const char *start = (const char *)bytes + *place;
  if (count < *place + sizeof(struct inotify_event)) return 0;
  const struct inotify_event *raw = (const struct inotify_event *)start;
  uint32_t mask = raw->mask;
  *event = (struct sys_watch_event){.number = raw->wd, .name = raw->len > 0 ? raw->name : ""};
  event->is_folder = (mask & IN_ISDIR) != 0;
  if (mask & IN_Q_OVERFLOW) event->kind = SYS_WATCH_LOST;
  else if (mask & (IN_IGNORED | IN_UNMOUNT | IN_DELETE_SELF | IN_MOVE_SELF))
    event->kind = SYS_WATCH_OVER;
  else if (mask & IN_CREATE) event->kind = SYS_WATCH_MADE;
  else if (mask & (IN_CLOSE_WRITE | IN_ATTRIB)) event->kind = SYS_WATCH_WRITTEN;
  else if (mask & IN_MOVED_TO) event->kind = SYS_WATCH_MOVED_HERE;
  else event->kind = SYS_WATCH_GONE;
  *place += sizeof(struct inotify_event) + raw->len;
  return 1;
}

int sys_watch_wait(int watch, int bell, int mounts, int64_t milliseconds) {
  struct pollfd set[3] = {{.fd = bell, .events = POLLIN},
                          {.fd = watch, .events = POLLIN},
                          {.fd = mounts, .events = POLLPRI}};
  int64_t limit = milliseconds > INT32_MAX ? INT32_MAX : milliseconds;
  if (poll(set, 3, limit < 0 ? -1 : (int)limit) < 0) return 0;
  return (set[0].revents ? 1 : 0) | (set[1].revents ? 2 : 0) | (set[2].revents ? 4 : 0);
}

static int is_remote(uint32_t type) {
  switch (type) {
    case 0x6969:      // NFS
    case 0x517B:      // SMB
    case 0xFF534D42:  // CIFS
    case 0xFE534D42:  // SMB2
    case 0x65735546:  // FUSE
    case 0x01021997:  // 9P
    case 0x73757245:  // Coda
    case 0x5346414F:  // AFS
    case 0x00C36400:  // Ceph
    case 0x01161970:  // GFS2
    case 0x7461636F:  // OCFS2
    case 0x0BD00BD0:  // Lustre
    case 0x786F4256:  // VirtualBox's shared folders
      return 1;
    default: return 0;
  }
}

int sys_is_remote(const char *path) {
  struct statfs info;
  return statfs(path, &info) == 0 && is_remote((uint32_t)info.f_type);
}

// What cameras, other systems and burners write: no system of ours lives on it.
static int is_of_sticks(uint32_t type) {
  switch (type) {
    case 0x4D44:      // FAT
    case 0x2011BAB0:  // exFAT
    case 0x5346544E:  // NTFS
    case 0x7366746E:  // NTFS, the newer driver
    case 0x9660:      // ISO 9660
    case 0x15013346:  // UDF
    case 0x4244:      // HFS
    case 0x482B:      // HFS+
      return 1;
    default: return 0;
  }
}

// A disk or a part of one that the kernel found on USB.
static int is_on_usb(dev_t device) {
  char path[64], target[512];
  snprintf(path, sizeof path, "/sys/dev/block/%u:%u", major(device), minor(device));
  ssize_t count = readlink(path, target, sizeof target - 1);
  if (count < 0) return 0;
  target[count] = 0;
  return strstr(target, "/usb") != NULL;
}

int sys_is_foreign(int file) {
  struct statfs info;
  struct stat state, root;
  if (fstatfs(file, &info) != 0 || fstat(file, &state) != 0) return 1;
  // A system may itself be started from a stick, or from the network.
  if (stat("/", &root) == 0 && root.st_dev == state.st_dev) return 0;
  uint32_t type = (uint32_t)info.f_type;
  return is_remote(type) || is_of_sticks(type) || is_on_usb(state.st_dev);
}
