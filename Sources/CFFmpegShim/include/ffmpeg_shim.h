#pragma once

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libswscale/swscale.h>
#include <stddef.h>
#include <stdint.h>

// Macros of FFmpeg that Swift does not see.

static const int ff_error_eof = AVERROR_EOF;
static const int ff_error_exit = AVERROR_EXIT;
static const int ff_error_invalid_data = AVERROR_INVALIDDATA;
static const int ff_error_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int64_t ff_no_time = AV_NOPTS_VALUE;

/// The library's own words for an error, at most `size` bytes with the end.
void ff_error_text(int error, char *text, size_t size);

/// Silences the library's log: what matters travels in the answers.
void ff_silence(void);

/// Lets a container open nothing beside its own file.
void ff_refuse_other_files(AVFormatContext *container);
