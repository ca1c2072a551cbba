// What Swift cannot say of SDL and of the display libraries that SDL has loaded.
#pragma once
#define SDL_MAIN_HANDLED
#include <SDL.h>

/// The descriptor on which the window's display server speaks (X11, Wayland); -1 where there is
/// none. Valid while the window lives.
int shim_display_descriptor(SDL_Window *window);

/// Ends the program with exit code 3 and one line on standard error when the X server goes; Xlib
/// would exit with 1. The file `mark` is emptied before; -1: none is. Does nothing where libX11 is
/// not loaded.
void shim_catch_lost_display(int mark);

/// 1 where somebody makes windows large and small at a client's wish: a Wayland compositor, an X
/// window manager that says what it can do.
int shim_has_window_manager(SDL_Window *window);

/// Centred on display `index`; the macro is not visible to Swift.
int shim_centered_on(int index);

/// OpenGL's name of what draws (GL_RENDERER); NULL where no context is current on this thread.
const char *shim_gl_renderer(void);

/// Switches on or off the displays of the card that SDL draws on (the connectors' DPMS property).
/// How many followed; -1 where SDL draws on no card itself.
int shim_power_displays(SDL_Window *window, int on);

/// On a bare console gives the card up for other programs, or takes it back. 0, also elsewhere;
/// negative: that was refused.
int shim_hold_display(SDL_Window *window, int held);

/// What ALSA's library writes to standard error for people who write programs is not written any
/// more; SDL says itself what is the matter. Does nothing where SDL has no ALSA.
void shim_hush_alsa(void);

