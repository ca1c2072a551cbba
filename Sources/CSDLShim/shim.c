#define _GNU_SOURCE
#include "sdl_shim.h"

#include <SDL_syswm.h>
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

typedef int (*descriptor_of)(void *display);

static void *symbol_of(const char *library, const char *name) {
  void *handle = dlopen(library, RTLD_NOLOAD | RTLD_NOW);
  void *found = handle ? dlsym(handle, name) : NULL;
  if (handle) dlclose(handle); // SDL keeps its own count
  return found;
}

int shim_display_descriptor(SDL_Window *window) {
  SDL_SysWMinfo info;
  memset(&info, 0, sizeof info);
  SDL_VERSION(&info.version);
  if (!SDL_GetWindowWMInfo(window, &info)) return -1;
#if defined(SDL_VIDEO_DRIVER_X11)
  if (info.subsystem == SDL_SYSWM_X11) {
    descriptor_of f = (descriptor_of)symbol_of("libX11.so.6", "XConnectionNumber");
    return f ? f(info.info.x11.display) : -1;
  }
#endif
#if defined(SDL_VIDEO_DRIVER_WAYLAND)
  if (info.subsystem == SDL_SYSWM_WAYLAND) {
    descriptor_of f = (descriptor_of)symbol_of("libwayland-client.so.0", "wl_display_get_fd");
    return f ? f(info.info.wl.display) : -1;
  }
#endif
  return -1;
}

#if defined(SDL_VIDEO_DRIVER_X11)
static int has_x_manager(Display *display) {
  Window (*root_of)(Display *) =
      (Window(*)(Display *))symbol_of("libX11.so.6", "XDefaultRootWindow");
  Atom (*atom_of)(Display *, const char *, Bool) =
      (Atom(*)(Display *, const char *, Bool))symbol_of("libX11.so.6", "XInternAtom");
  int (*property)(Display *, Window, Atom, long, long, Bool, Atom, Atom *, int *, unsigned long *,
                  unsigned long *, unsigned char **) =
      (int (*)(Display *, Window, Atom, long, long, Bool, Atom, Atom *, int *, unsigned long *,
               unsigned long *, unsigned char **))symbol_of("libX11.so.6", "XGetWindowProperty");
  int (*release)(void *) = (int (*)(void *))symbol_of("libX11.so.6", "XFree");
  if (!root_of || !atom_of || !property || !release) return 0;
  Atom check = atom_of(display, "_NET_SUPPORTING_WM_CHECK", True);
  if (check == None) return 0;
  Atom type = None;
  int format = 0;
  unsigned long count = 0, left = 0;
  unsigned char *value = NULL;
  int failed = property(display, root_of(display), check, 0, 1, False, AnyPropertyType, &type,
                        &format, &count, &left, &value);
  if (value) release(value);
  return !failed && type != None && count > 0;
}
#endif

int shim_has_window_manager(SDL_Window *window) {
  SDL_SysWMinfo info;
  memset(&info, 0, sizeof info);
  SDL_VERSION(&info.version);
  if (!SDL_GetWindowWMInfo(window, &info)) return 0;
#if defined(SDL_VIDEO_DRIVER_X11)
  if (info.subsystem == SDL_SYSWM_X11) return has_x_manager(info.info.x11.display);
#endif
  return info.subsystem == SDL_SYSWM_WAYLAND;
}

// Xlib's handler is told nothing of ours.
static int lost_mark = -1;

static int display_lost(void *display) {
  (void)display;
  static const char line[] = "triptych: error: the display was lost; ending with code 3\n";
  ssize_t ignored = write(2, line, sizeof line - 1);
  (void)ignored;
  if (lost_mark >= 0 && ftruncate(lost_mark, 0) != 0) {
    // Then it counts as a death.
  }
  _exit(3);
}

void shim_catch_lost_display(int mark) {
  lost_mark = mark;
  typedef int (*handler)(void *);
  typedef handler (*set_handler)(handler);
  set_handler f = (set_handler)symbol_of("libX11.so.6", "XSetIOErrorHandler");
  if (f) f(display_lost);
}

int shim_centered_on(int index) { return (int)SDL_WINDOWPOS_CENTERED_DISPLAY(index); }

const char *shim_gl_renderer(void) {
  typedef const unsigned char *(*get_string)(unsigned int name);
  get_string f = (get_string)SDL_GL_GetProcAddress("glGetString");
  return f ? (const char *)f(0x1F01 /* GL_RENDERER */) : NULL;
}

static void say_nothing(const char *file, int line, const char *function, int error,
                        const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

void shim_hush_alsa(void) {
  typedef int (*set_handler)(void (*handler)(const char *, int, const char *, int, const char *, ...));
  set_handler set = (set_handler)symbol_of("libasound.so.2", "snd_lib_error_set_handler");
  if (set) set(say_nothing);
}
