#include "script.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Steps of Lua's machine: for reading a program once, and for a view once.
enum { STEPS_TO_OPEN = 10000000, STEPS_TO_PLACE = 200000, STEPS_BETWEEN = 1000 };
enum { MEMORY = 4 << 20 };

struct script {
  lua_State *state;
  size_t used;
  long steps;
  int place;
  int vertical;
  int previous_on_top;
};

static void *allocate(void *context, void *block, size_t old, size_t size) {
  script *s = context;
  if (block == NULL) old = 0;
  if (size == 0) {
    s->used -= old;
    free(block);
    return NULL;
  }
  if (size > old && s->used + (size - old) > MEMORY) return NULL;
  void *moved = realloc(block, size);
  if (moved != NULL) s->used += size - old;
  return moved;
}

static script *owner(lua_State *state) { return *(script **)lua_getextraspace(state); }

// Once the steps are used up, each step fails again: nothing can go on behind an error.
static void count(lua_State *state, lua_Debug *about) {
  (void)about;
  script *s = owner(state);
  s->steps -= STEPS_BETWEEN;
  if (s->steps > 0) return;
  lua_sethook(state, count, LUA_MASKCOUNT, 1);
  luaL_error(state, "takes too many steps");
}

static void give_steps(script *s, long steps) {
  s->steps = steps;
  lua_sethook(s->state, count, LUA_MASKCOUNT, STEPS_BETWEEN);
}

static void forget(lua_State *state, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_pushnil(state);
    lua_setfield(state, -2, *names);
  }
}

// What would reach outside, read code, catch the end of the steps, run where no steps are counted
// (finalizers, patterns, long loops in C) or give another answer each time.
static void open_libraries(lua_State *state) {
  static const char *const base[] = {
      "dofile", "loadfile", "load", "require", "collectgarbage", "pcall", "xpcall", "print", "warn",
      "setmetatable", "getmetatable", NULL};
  static const char *const strings[] = {
      "find", "match", "gmatch", "gsub", "rep", "dump", "pack", "unpack", "packsize", NULL};
  static const char *const tables[] = {"move", "sort", NULL};
  static const char *const numbers[] = {"random", "randomseed", NULL};
  luaL_requiref(state, "_G", luaopen_base, 1);
  forget(state, base);
  luaL_requiref(state, "string", luaopen_string, 1);
  forget(state, strings);
  luaL_requiref(state, "table", luaopen_table, 1);
  forget(state, tables);
  luaL_requiref(state, "math", luaopen_math, 1);
  forget(state, numbers);
  lua_settop(state, 0);
}

// MARK: The program's table

static int choice(lua_State *state, int table, const char *key, const char *first,
                  const char *second) {
  int type = lua_getfield(state, table, key);
  int chosen = 0;
  if (type != LUA_TNIL) {
    const char *word = type == LUA_TSTRING ? lua_tostring(state, -1) : "";
    if (strcmp(word, second) == 0)
      chosen = 1;
    else if (strcmp(word, first) != 0)
      luaL_error(state, "'%s' must be \"%s\" or \"%s\"", key, first, second);
  }
  lua_pop(state, 1);
  return chosen;
}

typedef struct {
  const char *text;
  size_t length;
  const char *name;
} source;

static int open_program(lua_State *state) {
  const source *program = lua_touserdata(state, 1);
  open_libraries(state);
  script *s = owner(state);
  if (luaL_loadbufferx(state, program->text, program->length, program->name, "t") != LUA_OK)
    return lua_error(state);
  give_steps(s, STEPS_TO_OPEN);
  lua_call(state, 0, 1);
  if (!lua_istable(state, -1))
    return luaL_error(state, "gives back no table: end it with return { api = 1, place = … }");
  int table = lua_gettop(state);
  if (lua_getfield(state, table, "api") != LUA_TNUMBER || lua_tonumber(state, -1) != 1)
    return luaL_error(state, "'api' must be 1, the version that is spoken here");
  s->vertical = choice(state, table, "axis", "horizontal", "vertical");
  s->previous_on_top = choice(state, table, "top", "next", "previous");
  if (lua_getfield(state, table, "place") != LUA_TFUNCTION)
    return luaL_error(state, "'place' must be a function of p and scene");
  s->place = luaL_ref(state, LUA_REGISTRYINDEX);
  return 0;
}

static void say(char *error, size_t room, lua_State *state) {
  const char *words = lua_tostring(state, -1);
  snprintf(error, room, "%s", words == NULL ? "fails without a word" : words);
}

script *script_open(const char *text, size_t length, const char *name, char *error, size_t room) {
  script *s = calloc(1, sizeof *s);
  if (s != NULL) s->state = lua_newstate(allocate, s);
  if (s == NULL || s->state == NULL) {
    free(s);
    snprintf(error, room, "there is not enough memory");
    return NULL;
  }
  *(script **)lua_getextraspace(s->state) = s;
  source program = {text, length, name};
  lua_pushcfunction(s->state, open_program);
  lua_pushlightuserdata(s->state, &program);
  if (lua_pcall(s->state, 1, 0, 0) == LUA_OK) return s;
  say(error, room, s->state);
  script_close(s);
  return NULL;
}

void script_close(script *s) {
  if (s == NULL) return;
  lua_sethook(s->state, NULL, 0, 0);
  lua_close(s->state);
  free(s);
}

int script_is_vertical(const script *s) { return s->vertical; }
int script_previous_on_top(const script *s) { return s->previous_on_top; }

// MARK: A view

typedef struct {
  double p;
  const script_scene *scene;
  script_placement *placement;
  int seen;
} question;

static double number(lua_State *state, const char *key, double otherwise) {
  int type = lua_getfield(state, -1, key);
  double value = otherwise;
  if (type == LUA_TNUMBER)
    value = lua_tonumber(state, -1);
  else if (type != LUA_TNIL)
    luaL_error(state, "'%s' must be a number", key);
  if (!isfinite(value) || fabs(value) > 1e6) luaL_error(state, "'%s' is out of all bounds", key);
  lua_pop(state, 1);
  return value;
}

// The numbers of a list; -1: there is none.
static int numbers(lua_State *state, const char *key, double *values, int most) {
  int type = lua_getfield(state, -1, key);
  int count = -1;
  if (type == LUA_TTABLE) {
    lua_Unsigned length = lua_rawlen(state, -1);
    if (length > (lua_Unsigned)most) luaL_error(state, "'%s' has more than %d numbers", key, most);
    count = (int)length;
    for (int i = 0; i < count; i++) {
      lua_rawgeti(state, -1, i + 1);
      if (!lua_isnumber(state, -1) || !isfinite(lua_tonumber(state, -1)) ||
          fabs(lua_tonumber(state, -1)) > 1e6)
        luaL_error(state, "'%s' must be a list of numbers", key);
      values[i] = lua_tonumber(state, -1);
      lua_pop(state, 1);
    }
  } else if (type != LUA_TNIL) {
    luaL_error(state, "'%s' must be a list of numbers", key);
  }
  lua_pop(state, 1);
  return count;
}

static void read_shape(lua_State *state, script_placement *to) {
  int corners = numbers(state, "corners", to->corners, 8);
  if (corners >= 0 && corners != 8)
    luaL_error(state, "'corners' are 8 numbers: x and y from the top left on, clockwise");
  to->has_corners = corners == 8;
  int clip = numbers(state, "clip", to->clip, 2 * SCRIPT_CLIP_POINTS);
  if (clip == 4) {
    // A rectangle: x, y, width, height.
    double x = to->clip[0], y = to->clip[1], w = to->clip[2], h = to->clip[3];
    const double around[8] = {x, y, x + w, y, x + w, y + h, x, y + h};
    memcpy(to->clip, around, sizeof around);
    clip = 8;
  } else if (clip >= 0 && (clip < 6 || clip % 2 != 0)) {
    luaL_error(state, "'clip' is x, y, width, height, or the points of a convex polygon");
  }
  to->clip_count = clip < 0 ? 0 : clip / 2;
}

static int ask(lua_State *state) {
  question *q = lua_touserdata(state, 1);
  script *s = owner(state);
  give_steps(s, STEPS_TO_PLACE);
  lua_rawgeti(state, LUA_REGISTRYINDEX, s->place);
  lua_pushnumber(state, q->p);
  lua_createtable(state, 0, 4);
  const struct {
    const char *key;
    double value;
  } fields[] = {{"width", q->scene->width},
                {"height", q->scene->height},
                {"gap", q->scene->gap},
                {"chance", q->scene->chance}};
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
    lua_pushnumber(state, fields[i].value);
    lua_setfield(state, -2, fields[i].key);
  }
  lua_call(state, 2, 1);
  if (lua_isnil(state, -1)) return 0;
  if (!lua_istable(state, -1))
    return luaL_error(state, "'place' gives back a table, or nil for a view that is not seen");
  script_placement *to = q->placement;
  double scale = number(state, "scale", 1);
  *to = (script_placement){
      .x = number(state, "x", 0), .y = number(state, "y", 0),
      .scale_x = scale * number(state, "scale_x", 1),
      .scale_y = scale * number(state, "scale_y", 1),
      .rotation = number(state, "rotation", 0),
      .anchor_x = number(state, "anchor_x", 0.5), .anchor_y = number(state, "anchor_y", 0.5),
      .opacity = number(state, "opacity", 1)};
  read_shape(state, to);
  q->seen = 1;
  return 0;
}

int script_place(script *s, double p, const script_scene *scene, script_placement *placement,
                 char *error, size_t room) {
  question q = {p, scene, placement, 0};
  lua_pushcfunction(s->state, ask);
  lua_pushlightuserdata(s->state, &q);
  if (lua_pcall(s->state, 1, 0, 0) == LUA_OK) return q.seen;
  say(error, room, s->state);
  lua_settop(s->state, 0);
  return -1;
}
