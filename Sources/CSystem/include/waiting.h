// What the main loop sleeps on, besides sockets: a counter that other threads bump, signals,
// and the input devices of a bare console.
#pragma once
#include <linux/input.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/// An eventfd, non-blocking, close-on-exec; -1 with errno.
int waiting_bell(void);
/// Bumps it; never blocks. May be called from any thread.
void waiting_ring(int bell);
/// Sets it back to zero.
void waiting_hush(int bell);

/// Blocks SIGTERM, SIGINT, SIGHUP, and SIGUSR1 and SIGUSR2, in this thread and those it makes
/// later, ignores SIGPIPE, and returns a descriptor on which the first three are read; -1 with
/// errno.
int waiting_signals(void);
/// The number of the next signal, 0 if there is none.
int waiting_next_signal(int descriptor);

/// Blocks SIGHUP, SIGINT and SIGTERM in this thread and those it makes later, but for those that
/// are ignored.
void waiting_hold_ends(void);
/// Lets them end the program again.
void waiting_release_ends(void);
/// Sleeps until one of those that are blocked comes; its number.
int waiting_for_end(void);
/// Ends the program by that signal, whatever is blocked.
void waiting_end_by(int number);

/// Watches a folder for entries made and given other permissions; -1 with errno.
int waiting_watch(const char *folder);
/// Reads and forgets all that is there to read; returns the number of bytes.
long waiting_drain(int descriptor);

enum { WAITING_PROPERTIES = 8, WAITING_KEYS = 96, WAITING_AXES = 8 };

/// What an input device is: 1 a pad or joystick, 2 a sensor of motion, 3 a pointer that says where
/// it is (a tablet, a touchpad, the mouse of a virtual machine), 0 another. One that does not say
/// counts as a pad.
int waiting_device_kind(int descriptor);
/// The same, of what it says of itself: bits in the kernel's order, WAITING_PROPERTIES,
/// WAITING_KEYS and WAITING_AXES bytes.
int waiting_kind_of(const unsigned char *properties, const unsigned char *keys,
                    const unsigned char *axes);
/// Nobody else hears the device until it is closed; its name, at most `room` bytes with an end. 0,
/// or -errno; -EBUSY: it is a keyboard besides, which stays.
int waiting_take_device(int descriptor, char *name, int room);

/// A descriptor that is readable when the kernel changes one of its small files; -errno.
int waiting_for_change(const char *path);
/// Waits for the next change.
void waiting_heard_change(int watch);
/// From the lowest to the highest value of an absolute axis of an input device; 0 if it does not
/// say.
int waiting_axis_span(int descriptor, int axis);

/// Of an absolute axis of an input device: what the kernel leaves out, in the device's units; −1 if
/// it does not say.
int waiting_axis_fuzz(int descriptor, int axis);
/// Has the kernel leave out changes of an axis that are smaller than half of `fuzz`, for all who
/// read the device, until it is unplugged. 0, or −errno.
int waiting_set_axis_fuzz(int descriptor, int axis, int fuzz);

/// Sleeps until one of `count` descriptors is ready (readiness bits are written to `ready`,
/// poll's) or `nanoseconds` have passed (-1: for ever). Returns poll's answer; 0 after a signal.
int waiting_poll(const int *descriptors, short *ready, int count, int64_t nanoseconds);

/// A timer on the clock of the wall, non-blocking, close-on-exec; -1 with errno.
int waiting_wall_timer(void);
/// It becomes readable at a second since 1970 UTC, and at once when somebody sets the clock;
/// 0: never.
void waiting_wall_set(int timer, int64_t second);

/// From now on freed pictures go back to the system at once: blocks of 256 KiB and more are
/// mapped one by one. Otherwise the allocator soon keeps them in its heaps, which fall to pieces.
/// Call it before there are threads. False where the allocator knows nothing of it.
bool waiting_large_blocks_apart(void);

/// Asks for SCHED_RR at `priority`, not inherited by children (reset on fork), for the calling
/// thread. 0, or an errno where it is not allowed.
int waiting_realtime(int priority);
