#include "ffmpeg_room.h"

#include <libavutil/buffer.h>
#include <libavutil/frame.h>

/// Rows below what the library asks for, and bytes behind the last of them: vector code may look a
/// little beyond the end, which the library's own memory has room for, too.
enum { spare_rows = 2, spare_bytes = 128 };

typedef struct planes {
  int stride;
  int rows;
  size_t bytes;
} planes;

/// The same steps as the library takes for its own memory: decoders count on rows of one length.
static int lay(AVCodecContext *context, int width, int height, planes *planes) {
  int align[AV_NUM_DATA_POINTERS];
  avcodec_align_dimensions2(context, &width, &height, align);
  while (width % align[0] != 0 || width % 2 != 0 || width / 2 % align[1] != 0
         || width / 2 % align[2] != 0) {
    if (width > INT_MAX / 2) return 0;
    width += width & ~(width - 1);
  }
  planes->stride = width;
  // So that U and V, too, begin where vector code wants them to.
  planes->rows = (height + spare_rows + 3) & ~3;
  const size_t luma = (size_t)planes->stride * (size_t)planes->rows;
  planes->bytes = luma + luma / 2 + spare_bytes;
  return 1;
}

static int fill(const ff_room *room, AVFrame *frame, uint8_t *base, const planes *planes) {
  const size_t luma = (size_t)planes->stride * (size_t)planes->rows;
  frame->buf[0] = av_buffer_create(base, planes->bytes, room->give, room->owner, 0);
  if (frame->buf[0] == NULL) {
    room->give(room->owner, base);
    return AVERROR(ENOMEM);
  }
  frame->data[0] = base;
  frame->data[1] = base + luma;
  frame->data[2] = base + luma + luma / 4;
  frame->linesize[0] = planes->stride;
  frame->linesize[1] = frame->linesize[2] = planes->stride / 2;
  frame->extended_data = frame->data;
  return 0;
}

static int get_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  const ff_room *room = context->opaque;
  planes planes;
  if (room != NULL && frame->format == AV_PIX_FMT_YUV420P
      && (context->codec->capabilities & AV_CODEC_CAP_DR1) != 0
      && lay(context, frame->width, frame->height, &planes)) {
    uint8_t *base = room->take(room->owner, context->width, context->height, planes.bytes);
    if (base != NULL) return fill(room, frame, base, &planes);
  }
  return avcodec_default_get_buffer2(context, frame, flags);
}

void ff_use_room(AVCodecContext *context, ff_room *room) {
  context->opaque = room;
  context->get_buffer2 = get_buffer;
#if LIBAVCODEC_VERSION_MAJOR < 60
  // Else only one of the decoder's threads may ask at a time.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  context->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
}
