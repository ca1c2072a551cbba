// pad WORD ...: a virtual game controller, played by a script; runs in the machine of boot-console.
//
//   plug  unplug          it comes, it goes
//   hat X Y               the directional pad: -1, 0 or 1 each
//   stick X Y             the left stick: -32767 ... 32767 each
//   button N STATE        the N-th button, 0 the one below
//   tremble MS BY         the left stick wanders by up to BY round where it is, 250 times a second
//   wait MS
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const int buttons[] = {BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST, BTN_TL, BTN_TR,
                              BTN_SELECT, BTN_START, BTN_MODE, BTN_THUMBL, BTN_THUMBR};
enum { button_count = sizeof buttons / sizeof *buttons };
static const struct { int code, low, high; } axes[] = {
    {ABS_X, -32768, 32767},  {ABS_Y, -32768, 32767}, {ABS_RX, -32768, 32767},
    {ABS_RY, -32768, 32767}, {ABS_Z, 0, 255},        {ABS_RZ, 0, 255},
    {ABS_HAT0X, -1, 1},      {ABS_HAT0Y, -1, 1}};

static int device = -1;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void rest(int milliseconds) {
  struct timespec span = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&span, NULL);
}

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1e3 + at.tv_nsec / 1e6;
}

static void put(int type, int code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  if (write(device, &event, sizeof event) != sizeof event) fail("write");
}

static void put_pair(int code, int x, int y) {
  put(EV_ABS, code, x);
  put(EV_ABS, code + 1, y);
  put(EV_SYN, SYN_REPORT, 0);
}

static void plug(void) {
  if ((device = open("/dev/uinput", O_WRONLY)) < 0) fail("/dev/uinput");
  ioctl(device, UI_SET_EVBIT, EV_KEY);
  ioctl(device, UI_SET_EVBIT, EV_ABS);
  for (int k = 0; k < button_count; k++) ioctl(device, UI_SET_KEYBIT, buttons[k]);
  for (size_t k = 0; k < sizeof axes / sizeof *axes; k++) {
    struct uinput_abs_setup axis = {
        .code = axes[k].code, .absinfo = {.minimum = axes[k].low, .maximum = axes[k].high}};
    ioctl(device, UI_ABS_SETUP, &axis);
  }
  // Numbers of a pad that every list of mappings has.
  struct uinput_setup setup = {.id = {BUS_USB, 0x045e, 0x028e, 0x0114}, .name = "Virtual pad"};
  if (ioctl(device, UI_DEV_SETUP, &setup) || ioctl(device, UI_DEV_CREATE)) fail("create");
}

static void unplug(void) {
  ioctl(device, UI_DEV_DESTROY);
  close(device);
  device = -1;
}

int main(int count, char **words) {
  int x = 0, y = 0;
  for (int k = 1; k < count; k++) {
    const char *word = words[k];
    int a = k + 1 < count ? atoi(words[k + 1]) : 0, b = k + 2 < count ? atoi(words[k + 2]) : 0;
    if (!strcmp(word, "plug")) {
      plug();
    } else if (!strcmp(word, "unplug")) {
      unplug();
    } else if (!strcmp(word, "wait")) {
      rest(a), k += 1;
    } else if (!strcmp(word, "hat")) {
      put_pair(ABS_HAT0X, a, b), k += 2;
    } else if (!strcmp(word, "stick")) {
      put_pair(ABS_X, x = a, y = b), k += 2;
    } else if (!strcmp(word, "button") && a >= 0 && a < button_count) {
      put(EV_KEY, buttons[a], b);
      put(EV_SYN, SYN_REPORT, 0);
      k += 2;
    } else if (!strcmp(word, "tremble")) {
      // By the clock: an emulated machine takes longer over each than it says.
      for (double end = now() + a; now() < end; rest(4))
        put_pair(ABS_X, x + rand() % (2 * b + 1) - b, y + rand() % (2 * b + 1) - b);
      k += 2;
    } else {
      fprintf(stderr, "pad: what is %s?\n", word);
      return 2;
    }
  }
  return 0;
}
