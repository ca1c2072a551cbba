#include "region.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

/// All that must outlive a jump.
typedef struct {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  jmp_buf exit;
  const uint8_t *bytes;
  size_t count;
  const region_part *part;
  int channels;
  uint8_t *const *planes;
  size_t stride;
  uint8_t *line;
  struct jpeg_progress_mgr progress;
  const region_watch *watch;
} job;

/// Of a file with many scans: how much of the work is done when all of them have been read.
#define READING_SCANS 0.8

/// libjpeg's own counters do not know how many scans there are; how much of the file is used up
/// says more.
static void tell(j_common_ptr any) {
  const job *j = any->client_data;
  const struct jpeg_decompress_struct *info = &j->info;
  double used = info->src && j->count > 0 ?
    1 - (double)info->src->bytes_in_buffer / (double)j->count : 0;
  double rows = info->output_height > 0 ?
    (double)info->output_scanline / (double)info->output_height : 0;
  int has_scans = info->progressive_mode || jpeg_has_multiple_scans((j_decompress_ptr)info);
  j->watch->told(
    j->watch->context, has_scans ? READING_SCANS * used + (1 - READING_SCANS) * rows : used);
}

static void leave(j_common_ptr info) { longjmp(((job *)info->client_data)->exit, 1); }

// Warnings are counted, and said by nobody.
static void ignore(j_common_ptr info) { (void)info; }

static int is_within(const job *j) {
  const region_part *p = j->part;
  JDIMENSION width = j->info.output_width, height = j->info.output_height;
  return p->width > 0 && p->height > 0 && p->x < width && p->y < height &&
    p->width <= width - p->x && p->height <= height - p->y;
}

static void part_channels(const job *j, const uint8_t *from, uint32_t y) {
  int depth = j->info.output_components;
  for (int c = 0; c < j->channels; c++) {
    uint8_t *to = j->planes[c] + y * j->stride;
    for (uint32_t x = 0; x < j->part->width; x++) to[x] = from[x * depth + c];
  }
}

/// 0: the part lies beyond the picture.
static int decode(job *j) {
  struct jpeg_decompress_struct *info = &j->info;
  jpeg_create_decompress(info);
  if (j->watch->told) {
    j->progress.progress_monitor = tell;
    info->progress = &j->progress;
  }
  jpeg_mem_src(info, j->bytes, j->count);
  jpeg_read_header(info, TRUE);
  info->scale_num = 1;
  info->scale_denom = j->part->reduction;
  info->out_color_space =
    j->channels == 1 ? JCS_GRAYSCALE : j->channels == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_start_decompress(info);
  if (!is_within(j)) return 0;
  // From some blocks further to the left and the right: at its edges colour is smoothed without
  // what lies beyond.
  JDIMENSION left = j->part->x > 64 ? j->part->x - 64 : 0;
  JDIMENSION right = j->part->x + j->part->width + 64;
  if (right > info->output_width) right = info->output_width;
  JDIMENSION width = right - left;
  if (width < info->output_width) jpeg_crop_scanline(info, &left, &width);
  j->line = malloc((size_t)info->output_width * (size_t)info->output_components + 64);
  if (!j->line) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  if (j->part->y > 0) jpeg_skip_scanlines(info, j->part->y);
  size_t start = (size_t)(j->part->x - left) * (size_t)info->output_components;
  for (uint32_t y = 0; y < j->part->height; y++) {
    JSAMPROW row = j->line;
    jpeg_read_scanlines(info, &row, 1);
    part_channels(j, j->line + start, y);
  }
  return 1;
}

/// The one function that is jumped to; it has nothing of its own.
static int attempt(job *j, char *error, size_t room) {
  if (setjmp(j->exit)) {
    char words[JMSG_LENGTH_MAX];
    j->errors.format_message((j_common_ptr)&j->info, words);
    snprintf(error, room, "%s", words);
    return REGION_FAILED;
  }
  if (!decode(j)) {
    snprintf(error, room, "the part lies beyond the picture");
    return REGION_FAILED;
  }
  return j->errors.num_warnings > 0 ? REGION_TORN : REGION_DONE;
}

int region_decode(
  const uint8_t *bytes, size_t count, const region_part *part, int channels,
  uint8_t *const planes[4], size_t stride, const region_watch *watch, char *error, size_t room) {
  job j = {
    .bytes = bytes, .count = count, .part = part, .channels = channels, .planes = planes,
    .stride = stride, .watch = watch};
  j.info.err = jpeg_std_error(&j.errors);
  j.info.client_data = &j;
  j.errors.error_exit = leave;
  j.errors.output_message = ignore;
  int result = attempt(&j, error, room);
  jpeg_destroy_decompress(&j.info);
  free(j.line);
  return result;
}
