#include "ffmpeg_shim.h"

#include <errno.h>

void ff_error_text(int error, char *text, size_t size) {
  if (av_strerror(error, text, size) < 0 && size > 0) text[0] = '\0';
}

void ff_silence(void) { av_log_set_level(AV_LOG_QUIET); }

static int refuse(AVFormatContext *container, AVIOContext **context, const char *url, int flags,
                  AVDictionary **options) {
  (void)container, (void)url, (void)flags, (void)options;
  *context = NULL;
  return AVERROR(EPERM);
}

void ff_refuse_other_files(AVFormatContext *container) { container->io_open = refuse; }
