#pragma once

#include <stddef.h>
#include <stdint.h>

/// A Lua 5.4 program that places views, locked in: no files, no system, no chance; limits on steps
/// and memory. Errors of Lua never leave this file: they come back as text. One thread at a time.
typedef struct script script;

enum { SCRIPT_CLIP_POINTS = 32 };

/// What the program is told.
typedef struct {
  double width, height, gap;
  /// 0…1, the same for every frame of one change.
  double chance;
} script_scene;

/// What the program says; pixels, degrees clockwise, y down.
typedef struct {
  double x, y, scale_x, scale_y, rotation, anchor_x, anchor_y, opacity;
  /// 1: the corners hold, and the fields above but opacity do not.
  int has_corners;
  double corners[8];
  /// Points of the clip, 0: none.
  int clip_count;
  double clip[2 * SCRIPT_CLIP_POINTS];
} script_placement;

/// Reads and runs a program, which gives back its table. NULL with words in `error`.
script *script_open(const char *text, size_t length, const char *name, char *error, size_t room);
void script_close(script *s);

/// 1: the gesture that drives it is vertical.
int script_is_vertical(const script *s);
/// 1: the previous view lies on top.
int script_previous_on_top(const script *s);

/// 1: placed, 0: hidden, -1: failed, with words in `error`.
int script_place(script *s, double p, const script_scene *scene, script_placement *placement,
                 char *error, size_t room);
