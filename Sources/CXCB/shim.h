// X11 through xcb, which has no error handlers that end the process, and tells a lost connection by return values.
#ifndef PLUMB_CXCB_H
#define PLUMB_CXCB_H
#include <stdlib.h>
#include <xcb/randr.h>
#include <xcb/xcb.h>
#include <xcb/xinput.h>

// The extensions' names are mutable globals, which Swift 6 rightly refuses to touch.
static inline const xcb_query_extension_reply_t *plumb_xcb_randr(xcb_connection_t *connection) {
  return xcb_get_extension_data(connection, &xcb_randr_id);
}

static inline const xcb_query_extension_reply_t *plumb_xcb_input(xcb_connection_t *connection) {
  return xcb_get_extension_data(connection, &xcb_input_id);
}
#endif
