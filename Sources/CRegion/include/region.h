#pragma once

#include <stddef.h>
#include <stdint.h>

/// A part of a JPEG picture, by libjpeg-turbo, which skips the rows above and decodes only the
/// columns that are needed. Its errors never leave this file. No state: any thread.

/// What is asked for. Pixels of the stored picture after a reduction by 1, 2, 4 or 8.
typedef struct {
  uint32_t reduction;
  uint32_t x, y, width, height;
} region_part;

enum {
  REGION_DONE = 0,
  /// Decoded, with grey or torn rows where the data is damaged.
  REGION_TORN = 1,
  REGION_FAILED = 2,
};

/// Who hears how much is done, 0…1, on the thread that decodes; often. `told` may be NULL.
typedef struct {
  void *context;
  void (*told)(void *context, double part);
} region_watch;

/// Writes one plane of grey, three of red, green and blue, or four of inks as they are stored:
/// `channels` of them, with rows of `stride` bytes. The part must lie within the picture. Words go
/// to `error` if it failed.
int region_decode(
  const uint8_t *bytes, size_t count, const region_part *part, int channels,
  uint8_t *const planes[4], size_t stride, const region_watch *watch, char *error, size_t room);
