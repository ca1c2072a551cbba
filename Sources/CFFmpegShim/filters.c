#include "ffmpeg_filters.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/avstring.h>
#include <libavutil/channel_layout.h>
#include <libavutil/macros.h>
#include <libavutil/mem.h>
#include <stdio.h>
#include <string.h>

#define LIBRARY "libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR)

/// What is used of the library; set once.
static struct {
  __typeof__(&avfilter_graph_alloc) graph_alloc;
  __typeof__(&avfilter_graph_free) graph_free;
  __typeof__(&avfilter_graph_create_filter) graph_create_filter;
  __typeof__(&avfilter_graph_parse_ptr) graph_parse;
  __typeof__(&avfilter_graph_config) graph_config;
  __typeof__(&avfilter_get_by_name) get_by_name;
  __typeof__(&avfilter_inout_alloc) inout_alloc;
  __typeof__(&avfilter_inout_free) inout_free;
  __typeof__(&av_buffersrc_add_frame_flags) send;
  __typeof__(&av_buffersink_get_frame) receive;
  __typeof__(&av_buffersink_get_time_base) time_base;
} library;
static int is_open;

/// Names are looked for among the library and its thirty others first, not last: that takes two
/// fifths off the time that it takes to open them. A sanitizer would rather find its own there.
static int open_flags(void) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return RTLD_NOW | RTLD_LOCAL;
#endif
#endif
  return RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
}

int ff_filters_open(void) {
  if (is_open) return 1;
  void *handle = dlopen(LIBRARY, open_flags());
  if (handle == NULL) return 0;
  const struct { const char *name; void *place; } symbols[] = {
      {"avfilter_graph_alloc", &library.graph_alloc},
      {"avfilter_graph_free", &library.graph_free},
      {"avfilter_graph_create_filter", &library.graph_create_filter},
      {"avfilter_graph_parse_ptr", &library.graph_parse},
      {"avfilter_graph_config", &library.graph_config},
      {"avfilter_get_by_name", &library.get_by_name},
      {"avfilter_inout_alloc", &library.inout_alloc},
      {"avfilter_inout_free", &library.inout_free},
      {"av_buffersrc_add_frame_flags", &library.send},
      {"av_buffersink_get_frame", &library.receive},
      {"av_buffersink_get_time_base", &library.time_base},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *symbol = dlsym(handle, symbols[i].name);
    if (symbol == NULL) return 0;
    memcpy(symbols[i].place, &symbol, sizeof symbol);
  }
  is_open = 1;
  return 1;
}

struct ff_chain {
  AVFilterGraph *graph;
  AVFilterContext *source;
  AVFilterContext *sink;
};

static int is_sound(const AVFrame *frame) { return frame->nb_samples > 0; }

static void describe(const AVFrame *first, AVRational base, char *text, size_t size) {
  if (is_sound(first)) {
    char layout[64];
    av_channel_layout_describe(&first->ch_layout, layout, sizeof layout);
    snprintf(text, size, "time_base=%d/%d:sample_rate=%d:sample_fmt=%d:channel_layout=%s", base.num,
             base.den, first->sample_rate, first->format, layout);
  } else {
    AVRational aspect = first->sample_aspect_ratio;
    if (aspect.num <= 0 || aspect.den <= 0) aspect = (AVRational){0, 1};
    snprintf(text, size, "video_size=%dx%d:pix_fmt=%d:time_base=%d/%d:pixel_aspect=%d/%d",
             first->width, first->height, first->format, base.num, base.den, aspect.num, aspect.den);
  }
}

/// Puts the filters between source and sink.
static int connect_ends(ff_chain *chain, const char *filters) {
  AVFilterInOut *outputs = library.inout_alloc(), *inputs = library.inout_alloc();
  int error = AVERROR(ENOMEM);
  if (outputs != NULL && inputs != NULL) {
    // Named from the point of view of the parsed part: its input is fed by the source.
    *outputs = (AVFilterInOut){av_strdup("in"), chain->source, 0, NULL};
    *inputs = (AVFilterInOut){av_strdup("out"), chain->sink, 0, NULL};
    error = library.graph_parse(chain->graph, filters, &inputs, &outputs, NULL);
  }
  library.inout_free(&inputs);
  library.inout_free(&outputs);
  return error;
}

static int build(ff_chain *chain, const AVFrame *first, AVRational base, const char *filters,
                 int threads) {
  chain->graph = library.graph_alloc();
  if (chain->graph == NULL) return AVERROR(ENOMEM);
  chain->graph->nb_threads = threads;
  char ends[256];
  describe(first, base, ends, sizeof ends);
  const int sound = is_sound(first);
  const AVFilter *source = library.get_by_name(sound ? "abuffer" : "buffer");
  const AVFilter *sink = library.get_by_name(sound ? "abuffersink" : "buffersink");
  int error = library.graph_create_filter(&chain->source, source, "in", ends, NULL, chain->graph);
  if (error >= 0)
    error = library.graph_create_filter(&chain->sink, sink, "out", NULL, NULL, chain->graph);
  if (error >= 0) error = connect_ends(chain, filters);
  return error >= 0 ? library.graph_config(chain->graph, NULL) : error;
}

ff_chain *ff_chain_make(const AVFrame *first, AVRational time_base, const char *filters,
                        int threads, int *error) {
  *error = AVERROR_FILTER_NOT_FOUND;
  if (!is_open) return NULL;
  ff_chain *chain = av_mallocz(sizeof *chain);
  *error = chain != NULL ? build(chain, first, time_base, filters, threads) : AVERROR(ENOMEM);
  if (*error >= 0) return chain;
  ff_chain_free(chain);
  return NULL;
}

void ff_chain_free(ff_chain *chain) {
  if (chain == NULL) return;
  library.graph_free(&chain->graph);
  av_free(chain);
}

int ff_chain_send(ff_chain *chain, AVFrame *frame) { return library.send(chain->source, frame, 0); }

int ff_chain_receive(ff_chain *chain, AVFrame *frame) {
  return library.receive(chain->sink, frame);
}

AVRational ff_chain_time_base(const ff_chain *chain) { return library.time_base(chain->sink); }
