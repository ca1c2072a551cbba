#include "sdl_shim.h"

#include <SDL_syswm.h>
#include <string.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static int card_of(SDL_Window *window) {
#if defined(SDL_VIDEO_DRIVER_KMSDRM)
  SDL_SysWMinfo info;
  memset(&info, 0, sizeof info);
  SDL_VERSION(&info.version);
  if (SDL_GetWindowWMInfo(window, &info) && info.subsystem == SDL_SYSWM_KMSDRM)
    return info.info.kmsdrm.drm_fd;
#endif
  return -1;
}

// The number of the connector's property; 0: it has none of that name.
static uint32_t property_of(int card, const drmModeConnector *connector, const char *name) {
  uint32_t found = 0;
  for (int i = 0; i < connector->count_props && !found; i++) {
    drmModePropertyRes *property = drmModeGetProperty(card, connector->props[i]);
    if (!property) continue;
    if (!strcmp(property->name, name)) found = property->prop_id;
    drmModeFreeProperty(property);
  }
  return found;
}

int shim_power_displays(SDL_Window *window, int on) {
  int card = card_of(window);
  if (card < 0) return -1;
  drmModeRes *resources = drmModeGetResources(card);
  if (!resources) return -1;
  int switched = 0;
  for (int i = 0; i < resources->count_connectors; i++) {
    // What is known of it already: asking the display itself takes long.
    drmModeConnector *connector = drmModeGetConnectorCurrent(card, resources->connectors[i]);
    if (!connector) continue;
    uint32_t dpms = connector->connection == DRM_MODE_CONNECTED
                        ? property_of(card, connector, "DPMS")
                        : 0;
    if (dpms && !drmModeConnectorSetProperty(card, connector->connector_id, dpms,
                                             on ? DRM_MODE_DPMS_ON : DRM_MODE_DPMS_OFF))
      switched++;
    drmModeFreeConnector(connector);
  }
  drmModeFreeResources(resources);
  return switched;
}

int shim_hold_display(SDL_Window *window, int held) {
  int card = card_of(window);
  if (card < 0) return 0;
  return held ? drmSetMaster(card) : drmDropMaster(card);
}
