// libwayland's client side and the protocols that plumb-session speaks: glue by wayland-scanner, and what binds a global.
#ifndef PLUMB_CWAYLAND_H
#define PLUMB_CWAYLAND_H
#include <wayland-client.h>
#include "wlr-foreign-toplevel-management-unstable-v1-client-protocol.h"
#include "wlr-output-management-unstable-v1-client-protocol.h"
#include "xdg-output-unstable-v1-client-protocol.h"

// An interface is a C constant, whose address is only right in C.
static inline struct zwlr_output_manager_v1 *plumb_bind_output_manager(
    struct wl_registry *registry, uint32_t name, uint32_t version) {
  return wl_registry_bind(registry, name, &zwlr_output_manager_v1_interface, version);
}

static inline struct zwlr_foreign_toplevel_manager_v1 *plumb_bind_toplevel_manager(
    struct wl_registry *registry, uint32_t name, uint32_t version) {
  return wl_registry_bind(registry, name, &zwlr_foreign_toplevel_manager_v1_interface, version);
}

static inline struct wl_output *plumb_bind_output(struct wl_registry *registry, uint32_t name, uint32_t version) {
  return wl_registry_bind(registry, name, &wl_output_interface, version);
}

static inline struct zxdg_output_manager_v1 *plumb_bind_xdg_output_manager(
    struct wl_registry *registry, uint32_t name, uint32_t version) {
  return wl_registry_bind(registry, name, &zxdg_output_manager_v1_interface, version);
}
#endif
