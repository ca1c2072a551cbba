#include "sdl_shim.h"
