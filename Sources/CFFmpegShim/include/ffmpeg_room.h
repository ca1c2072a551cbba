#pragma once

#include <libavcodec/avcodec.h>
#include <stddef.h>
#include <stdint.h>

/// Memory that is not the library's, for pictures of 8-bit 4:2:0 to be decoded into. Both functions
/// are called from any thread, and neither waits.
typedef struct ff_room {
  void *owner;
  /// Room for a picture of so many pixels; NULL: it is to lie elsewhere. At least `bytes` of it,
  /// at an address that 64 divides.
  uint8_t *(*take)(void *owner, int width, int height, size_t bytes);
  /// Nobody refers to the picture any more.
  void (*give)(void *owner, uint8_t *room);
} ff_room;

/// Before the decoder is opened. `room` outlives it; nothing is taken for decoders that bring
/// memory of their own.
///
/// The three planes lie one behind the other: Y with as many bytes a row as the library itself
/// would have, then U and V with half as many.
void ff_use_room(AVCodecContext *context, ff_room *room);
