#pragma once

#include <libavutil/frame.h>
#include <libavutil/rational.h>

// Chains of libavfilter's filters with one input and one output. The library is opened at run
// time, by the workers that play films: it brings thirty others with it, which would make every
// other worker's start half as long again.

/// Opens the library; false if it is not there. Before the process is locked down, from one thread;
/// a second call does nothing.
int ff_filters_open(void);

/// A chain, used by one thread at a time.
typedef struct ff_chain ff_chain;

/// For pictures like `first`, or sound like it. `filters`: as on ffmpeg's command line.
/// `threads`: at most; 0: as many as there are processors. NULL: see `error`, a code of FFmpeg.
ff_chain *ff_chain_make(const AVFrame *first, AVRational time_base, const char *filters,
                        int threads, int *error);
void ff_chain_free(ff_chain *chain);

/// Hands a frame over, whose contents are the chain's then; NULL: no other follows. 0 or a code.
int ff_chain_send(ff_chain *chain, AVFrame *frame);
/// 0 or a code: AVERROR(EAGAIN) if another frame must be sent first, AVERROR_EOF at the end.
int ff_chain_receive(ff_chain *chain, AVFrame *frame);
/// Of the frames that come out.
AVRational ff_chain_time_base(const ff_chain *chain);
