#define _GNU_SOURCE
#include "waiting.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

int waiting_bell(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

void waiting_ring(int bell) {
  uint64_t one = 1;
  ssize_t ignored = write(bell, &one, sizeof one); // full: it rings already
  (void)ignored;
}

void waiting_hush(int bell) {
  uint64_t count;
  ssize_t ignored = read(bell, &count, sizeof count);
  (void)ignored;
}

int waiting_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGHUP);
  sigset_t blocked = set;
  // Those of a console (see console.h): in each thread, or one of them would end the program.
  sigaddset(&blocked, SIGUSR1);
  sigaddset(&blocked, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &blocked, NULL);
  signal(SIGPIPE, SIG_IGN);
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int waiting_next_signal(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

// Those of the three that end this program: a shell has its background jobs ignore SIGINT, nohup
// SIGHUP.
static void ends(sigset_t *set) {
  const int numbers[] = {SIGHUP, SIGINT, SIGTERM};
  sigemptyset(set);
  for (int i = 0; i < 3; i++) {
    struct sigaction now;
    if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
      sigaddset(set, numbers[i]);
  }
}

void waiting_hold_ends(void) {
  sigset_t set;
  ends(&set);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

void waiting_release_ends(void) {
  sigset_t set;
  ends(&set);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int waiting_for_end(void) {
  sigset_t set;
  ends(&set);
  int number = 0;
  while (sigwait(&set, &number) != 0) {}
  return number;
}

void waiting_end_by(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  signal(number, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  kill(getpid(), number);
}

int waiting_watch(const char *folder) {
  int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (descriptor < 0) return -1;
  if (inotify_add_watch(descriptor, folder, IN_CREATE | IN_ATTRIB | IN_DELETE) < 0) {
    int why = errno;
    close(descriptor);
    errno = why;
    return -1;
  }
  return descriptor;
}

long waiting_drain(int descriptor) {
  char bytes[4096];
  long total = 0;
  for (;;) {
    ssize_t got = read(descriptor, bytes, sizeof bytes);
    if (got <= 0) return total;
    total += got;
  }
}

static int has_bit(const unsigned char *bits, int number) {
  return bits[number / 8] >> (number % 8) & 1;
}

// As udev tells them apart, by what they can say: a pen, a touchpad, a mouse that says where it is.
static int is_absolute_pointer(const unsigned char *properties, const unsigned char *keys,
                               const unsigned char *axes) {
  if (!has_bit(axes, ABS_X) || !has_bit(axes, ABS_Y)) return 0;
  if (has_bit(keys, BTN_TOOL_PEN) || has_bit(keys, BTN_STYLUS)) return 1;
  if (has_bit(keys, BTN_TOOL_FINGER) && !has_bit(properties, INPUT_PROP_DIRECT)) return 1;
  return has_bit(keys, BTN_MOUSE);
}

int waiting_kind_of(const unsigned char *properties, const unsigned char *keys,
                    const unsigned char *axes) {
  if (has_bit(properties, INPUT_PROP_ACCELEROMETER)) return 2;
  if (is_absolute_pointer(properties, keys, axes)) return 3;
  for (int key = BTN_JOYSTICK; key < BTN_DIGI; key++)
    if (has_bit(keys, key)) return 1;
  return 0;
}

int waiting_device_kind(int descriptor) {
  unsigned char properties[WAITING_PROPERTIES] = {0}, keys[WAITING_KEYS] = {0};
  unsigned char axes[WAITING_AXES] = {0};
  ioctl(descriptor, EVIOCGPROP(sizeof properties), properties);
  ioctl(descriptor, EVIOCGBIT(EV_ABS, sizeof axes), axes);
  if (ioctl(descriptor, EVIOCGBIT(EV_KEY, sizeof keys), keys) < 0) return 1;
  return waiting_kind_of(properties, keys, axes);
}

int waiting_take_device(int descriptor, char *name, int room) {
  unsigned char keys[WAITING_KEYS] = {0};
  memset(name, 0, (size_t)room);
  if (ioctl(descriptor, EVIOCGNAME(room - 1), name) < 0) name[0] = 0;
  // What is a keyboard besides stays one.
  if (ioctl(descriptor, EVIOCGBIT(EV_KEY, sizeof keys), keys) >= 0 && has_bit(keys, KEY_A))
    return -EBUSY;
  return ioctl(descriptor, EVIOCGRAB, 1) == 0 ? 0 : -errno;
}

int waiting_for_change(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return -errno;
  int watch = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLPRI | EPOLLET, .data.fd = file};
  if (watch >= 0 && epoll_ctl(watch, EPOLL_CTL_ADD, file, &event) == 0) {
    char bytes[64]; // the kernel tells of what comes after a reading
    ssize_t ignored = read(file, bytes, sizeof bytes);
    (void)ignored;
    return watch; // the file stays open for it, for as long as the program runs
  }
  int why = errno;
  close(file);
  if (watch >= 0) close(watch);
  return -why;
}

void waiting_heard_change(int watch) {
  struct epoll_event event;
  while (epoll_wait(watch, &event, 1, 0) == 1) {
    char bytes[64];
    ssize_t ignored = pread(event.data.fd, bytes, sizeof bytes, 0);
    (void)ignored;
  }
}

int waiting_axis_span(int descriptor, int axis) {
  struct input_absinfo info;
  if (ioctl(descriptor, EVIOCGABS(axis), &info) < 0 || info.maximum <= info.minimum) return 0;
  long span = (long)info.maximum - info.minimum;
  return span > 0x7FFFFFFF ? 0x7FFFFFFF : (int)span;
}

int waiting_axis_fuzz(int descriptor, int axis) {
  struct input_absinfo info;
  return ioctl(descriptor, EVIOCGABS(axis), &info) == 0 ? info.fuzz : -1;
}

int waiting_set_axis_fuzz(int descriptor, int axis, int fuzz) {
  struct input_absinfo info;
  if (ioctl(descriptor, EVIOCGABS(axis), &info) < 0) return -errno;
  info.fuzz = fuzz;
  return ioctl(descriptor, EVIOCSABS(axis), &info) == 0 ? 0 : -errno;
}

int waiting_poll(const int *descriptors, short *ready, int count, int64_t nanoseconds) {
  struct pollfd set[64];
  if (count > 64) count = 64;
  for (int i = 0; i < count; i++)
    set[i] = (struct pollfd){.fd = descriptors[i], .events = POLLIN};
  struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  int answer = ppoll(set, (nfds_t)count, nanoseconds < 0 ? NULL : &limit, NULL);
  for (int i = 0; i < count; i++) ready[i] = answer > 0 ? set[i].revents : 0;
  return answer < 0 ? 0 : answer;
}

int waiting_wall_timer(void) {
  return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

void waiting_wall_set(int timer, int64_t second) {
  struct itimerspec at = {.it_value = {.tv_sec = second}};
  // ECANCELED tells of an earlier setting of the clock; the timer is set all the same.
  timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &at, NULL);
}

bool waiting_large_blocks_apart(void) {
  // Either one also ends the thresholds' growth with what is freed.
  return mallopt(M_MMAP_THRESHOLD, 256 << 10) && mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

int waiting_realtime(int priority) {
  struct sched_param parameter = {.sched_priority = priority};
  return pthread_setschedparam(pthread_self(), SCHED_RR | SCHED_RESET_ON_FORK, &parameter);
}
