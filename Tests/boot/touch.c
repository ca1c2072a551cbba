// touch WORD ...: a virtual touch screen of one finger, played by a script, in a machine of the tests.
//
//   plug  unplug      it comes, it goes
//   down X Y  move X Y  up     fractions of the screen's width and height
//   wait MS
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { most = 32767 };
static int device = -1, contact = 0;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void put(int type, int code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  if (write(device, &event, sizeof event) != sizeof event) fail("write");
}

static void axis(int code, int high) {
  struct uinput_abs_setup setup = {.code = code, .absinfo = {.maximum = high}};
  if (ioctl(device, UI_ABS_SETUP, &setup) < 0) fail("UI_ABS_SETUP");
}

static void plug(void) {
  if ((device = open("/dev/uinput", O_WRONLY)) < 0) fail("/dev/uinput");
  ioctl(device, UI_SET_EVBIT, EV_KEY);
  ioctl(device, UI_SET_EVBIT, EV_ABS);
  ioctl(device, UI_SET_KEYBIT, BTN_TOUCH);
  ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  axis(ABS_X, most);
  axis(ABS_Y, most);
  axis(ABS_MT_SLOT, 9);
  axis(ABS_MT_TRACKING_ID, 65535);
  axis(ABS_MT_POSITION_X, most);
  axis(ABS_MT_POSITION_Y, most);
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 1, .product = 2}};
  strcpy(setup.name, "Touch screen of the test");
  if (ioctl(device, UI_DEV_SETUP, &setup) < 0 || ioctl(device, UI_DEV_CREATE) < 0) fail("create");
}

static void place(const char *x, const char *y) {
  int across = (int)(atof(x) * most), down = (int)(atof(y) * most);
  put(EV_ABS, ABS_MT_POSITION_X, across);
  put(EV_ABS, ABS_MT_POSITION_Y, down);
  put(EV_ABS, ABS_X, across);
  put(EV_ABS, ABS_Y, down);
}

int main(int count, char **words) {
  for (int k = 1; k < count; k++) {
    const char *word = words[k];
    int left = count - k - 1;
    if (!strcmp(word, "plug")) {
      plug();
    } else if (!strcmp(word, "unplug")) {
      ioctl(device, UI_DEV_DESTROY);
      close(device);
    } else if (!strcmp(word, "down") && left >= 2) {
      put(EV_ABS, ABS_MT_SLOT, 0);
      put(EV_ABS, ABS_MT_TRACKING_ID, ++contact);
      place(words[k + 1], words[k + 2]);
      put(EV_KEY, BTN_TOUCH, 1);
      put(EV_SYN, SYN_REPORT, 0);
      k += 2;
    } else if (!strcmp(word, "move") && left >= 2) {
      place(words[k + 1], words[k + 2]);
      put(EV_SYN, SYN_REPORT, 0);
      k += 2;
    } else if (!strcmp(word, "up")) {
      put(EV_ABS, ABS_MT_TRACKING_ID, -1);
      put(EV_KEY, BTN_TOUCH, 0);
      put(EV_SYN, SYN_REPORT, 0);
    } else if (!strcmp(word, "wait") && left >= 1) {
      usleep((useconds_t)atoi(words[++k]) * 1000);
    } else {
      fprintf(stderr, "touch: %s?\n", word);
      return 2;
    }
  }
  return 0;
}
