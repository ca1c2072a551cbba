// A television that listens on HDMI's control line (CEC): put into standby, and woken.
#pragma once
#include <stdbool.h>

/// What came of it.
typedef enum {
  /// There is no such adapter.
  TELEVISION_NO_ADAPTER,
  /// An adapter that may not be opened, or that cannot send; errno says more.
  TELEVISION_UNUSABLE,
  /// No television is connected to it, or it knows no CEC.
  TELEVISION_NOBODY,
  /// The television has taken the message.
  TELEVISION_TOLD,
} television_answer;

/// Tells the television at that adapter (`/dev/cec0`) to wake and show this machine, or to stand
/// by. Blocks for up to some seconds: the line carries 36 bytes a second. Any thread.
television_answer television_tell(const char *path, bool awake);
