// A game controller of SDL's own, and a touch screen, for a program that has none: preloaded into the
// player, played by lines from the FIFO that TRIPTYCH_TEST_PAD names.
//
//   attach   detach   axis N VALUE   button N STATE   hat VALUE
//   finger N STATE X Y      STATE 1: down, 2: moved, 0: up; X, Y: ten thousandths of the window
//   shot N                  what a graphics processor has drawn last becomes TRIPTYCH_TEST_PAD.N.ppm
//
// The first finger casts the shadow of a mouse, as SDL does it where SDL_TOUCH_MOUSE_EVENTS is set.
// A stick that trembles does so by itself: `noise N MIDDLE BY MILLISECONDS` sets axis N to values
// round MIDDLE, one a millisecond. The player sleeps in ppoll and knows nothing of such a pad, so
// its sleeps are cut to 2 ms while there is a FIFO.
#define _GNU_SOURCE
#include <SDL2/SDL.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int fifo = -1;
static int place = -1;
static SDL_Joystick *pad;
static struct {
  int axis, middle, by;
  double end;
} noise;

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1e3 + at.tv_nsec / 1e6;
}

static void attach(void) {
  SDL_VirtualJoystickDesc about = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                   .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                   .naxes = 6,
                                   .nbuttons = 21,
                                   .nhats = 1,
                                   .name = "Pad of the test"};
  place = SDL_JoystickAttachVirtualEx(&about);
  pad = place < 0 ? NULL : SDL_JoystickOpen(place);
  char guid[33] = "none";
  if (pad) SDL_JoystickGetGUIDString(SDL_JoystickGetGUID(pad), guid, sizeof guid);
  fprintf(stderr, "pad of the test: %s\n", pad ? guid : SDL_GetError());
}

static void detach(void) {
  if (!pad) return;
  SDL_JoystickID number = SDL_JoystickInstanceID(pad);
  SDL_JoystickClose(pad);
  pad = NULL;
  for (int k = 0; k < SDL_NumJoysticks(); k++)
    if (SDL_JoystickGetDeviceInstanceID(k) == number) SDL_JoystickDetachVirtual(k);
}

static void touch(int number, int state, int x, int y) {
  SDL_Event event = {0};
  event.type = state == 1 ? SDL_FINGERDOWN : state ? SDL_FINGERMOTION : SDL_FINGERUP;
  event.tfinger.touchId = 5;
  event.tfinger.fingerId = number;
  event.tfinger.x = x / 1e4f;
  event.tfinger.y = y / 1e4f;
  SDL_PushEvent(&event);
  SDL_Window *window = SDL_GetWindowFromID(1);
  if (number != 1 || !window) return;
  int width, height;
  SDL_GetWindowSize(window, &width, &height);
  memset(&event, 0, sizeof event);
  event.type = SDL_MOUSEMOTION;
  event.motion.which = SDL_TOUCH_MOUSEID;
  event.motion.state = state != 1;
  event.motion.x = width * x / 10000;
  event.motion.y = height * y / 10000;
  SDL_PushEvent(&event);
  if (state == 2) return;
  int place[] = {event.motion.x, event.motion.y};
  memset(&event, 0, sizeof event);
  event.type = state ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
  event.button.which = SDL_TOUCH_MOUSEID;
  event.button.button = SDL_BUTTON_LEFT;
  event.button.state = state;
  event.button.x = place[0];
  event.button.y = place[1];
  SDL_PushEvent(&event);
}

// The last frame, RGB.
static unsigned char *frame;
static int frame_width, frame_height;

void SDL_RenderPresent(SDL_Renderer *renderer) {
  static void (*next)(SDL_Renderer *);
  if (!next) next = (void (*)(SDL_Renderer *))dlsym(RTLD_NEXT, "SDL_RenderPresent");
  int width, height;
  if (fifo >= 0 && !SDL_GetRendererOutputSize(renderer, &width, &height)) {
    if (width != frame_width || height != frame_height) free(frame), frame = NULL;
    if (!frame) frame = malloc(3 * width * height);
    frame_width = width, frame_height = height;
    SDL_RenderReadPixels(renderer, NULL, SDL_PIXELFORMAT_RGB24, frame, 3 * width);
  }
  next(renderer);
}

static void shoot(int number) {
  char path[512];
  snprintf(path, sizeof path, "%s.%d.part", getenv("TRIPTYCH_TEST_PAD"), number);
  FILE *file = frame ? fopen(path, "wb") : NULL;
  if (!file) return;
  fprintf(file, "P6\n%d %d\n255\n", frame_width, frame_height);
  fwrite(frame, 3, frame_width * frame_height, file);
  fclose(file);
  char whole[512];
  snprintf(whole, sizeof whole, "%s.%d.ppm", getenv("TRIPTYCH_TEST_PAD"), number);
  rename(path, whole);
}

static void obey(const char *line) {
  char word[16];
  int a = 0, b = 0, c = 0, d = 0;
  if (sscanf(line, "%15s %d %d %d %d", word, &a, &b, &c, &d) < 1) return;
  if (!strcmp(word, "attach")) attach();
  if (!strcmp(word, "detach")) detach();
  if (!strcmp(word, "finger")) touch(a, b, c, d);
  if (!strcmp(word, "shot")) shoot(a);
  if (!pad) return;
  if (!strcmp(word, "axis")) SDL_JoystickSetVirtualAxis(pad, a, b);
  if (!strcmp(word, "button")) SDL_JoystickSetVirtualButton(pad, a, b);
  if (!strcmp(word, "hat")) SDL_JoystickSetVirtualHat(pad, 0, a);
  if (!strcmp(word, "noise")) {
    noise.axis = a, noise.middle = b, noise.by = c, noise.end = now() + d;
  }
}

static void hear(void) {
  static char text[512];
  static size_t have;
  long count = read(fifo, text + have, sizeof text - 1 - have);
  if (count > 0) have += count;
  text[have] = 0;
  for (char *end; (end = strchr(text, '\n')); have -= end + 1 - text,
                  memmove(text, end + 1, have + 1)) {
    *end = 0;
    obey(text);
  }
  if (pad && now() < noise.end)
    SDL_JoystickSetVirtualAxis(pad, noise.axis,
                               noise.middle + rand() % (2 * noise.by + 1) - noise.by);
}

static int is_asked(void) {
  const char *path = getenv("TRIPTYCH_TEST_PAD");
  if (fifo < 0 && path) fifo = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  return fifo >= 0;
}

int SDL_PollEvent(SDL_Event *event) {
  static int (*next)(SDL_Event *);
  if (!next) next = (int (*)(SDL_Event *))dlsym(RTLD_NEXT, "SDL_PollEvent");
  // Not before the player has started its pads, or it would take them for there from the start.
  if (is_asked() && SDL_WasInit(SDL_INIT_GAMECONTROLLER)) hear();
  return next(event);
}

int ppoll(struct pollfd *set, nfds_t count, const struct timespec *limit, const sigset_t *mask) {
  static int (*next)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
  if (!next)
    next = (int (*)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *))dlsym(
        RTLD_NEXT, "ppoll");
  struct timespec soon = {0, pad && now() < noise.end ? 1000000 : 2000000};
  if (fifo >= 0 && (!limit || limit->tv_sec || limit->tv_nsec > soon.tv_nsec)) limit = &soon;
  return next(set, count, limit, mask);
}
