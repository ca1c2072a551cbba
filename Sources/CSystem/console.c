#include "console.h"

#include <errno.h>
#include <linux/vt.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

int console_keep(int terminal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  int descriptor = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  if (descriptor < 0) return -1;
  struct vt_mode mode;
  memset(&mode, 0, sizeof mode);
  mode.mode = VT_PROCESS;
  mode.relsig = SIGUSR1;
  mode.acqsig = SIGUSR2;
  if (ioctl(terminal, VT_SETMODE, &mode) == 0) return descriptor;
  int why = errno;
  close(descriptor);
  errno = why;
  return -1;
}

console_wish console_next_wish(int descriptor) {
  struct signalfd_siginfo info;
  if (read(descriptor, &info, sizeof info) != (ssize_t)sizeof info) return CONSOLE_WANTS_NOTHING;
  return info.ssi_signo == SIGUSR1 ? CONSOLE_WANTS_TO_LEAVE : CONSOLE_HAS_COME;
}

void console_answer(int terminal, console_wish wish) {
  ioctl(terminal, VT_RELDISP, wish == CONSOLE_WANTS_TO_LEAVE ? 1 : VT_ACKACQ);
}

void console_let_go(int terminal, int descriptor) {
  struct vt_mode mode;
  memset(&mode, 0, sizeof mode);
  mode.mode = VT_AUTO;
  ioctl(terminal, VT_SETMODE, &mode);
  close(descriptor);
}
