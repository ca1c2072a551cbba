// Whose turn it is on the virtual consoles, agreed with the kernel (VT_PROCESS, see ioctl_vt(2)).
#pragma once
#include <stdbool.h>

/// What the kernel wants.
typedef enum {
  CONSOLE_WANTS_NOTHING,
  /// Another console is to come to the front; it waits for `console_answer`.
  CONSOLE_WANTS_TO_LEAVE,
  /// This one has come to the front.
  CONSOLE_HAS_COME,
} console_wish;

/// Has the kernel ask before another console comes in front of this one, by SIGUSR1 and SIGUSR2,
/// which `waiting_signals` has blocked. A descriptor that is readable then; -1 with errno where
/// the terminal is none of ours.
int console_keep(int terminal);
/// The next wish.
console_wish console_next_wish(int descriptor);
/// Agrees to it.
void console_answer(int terminal, console_wish wish);
/// The kernel switches as it likes again. Closes the descriptor.
void console_let_go(int terminal, int descriptor);
