#include <signal.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-login.h>

// si_status is a macro into a union that Swift does not look into.
static inline int plumb_child_status(const siginfo_t *information) { return information->si_status; }

// The elements of an object's table, which are macros in C; what a kind leaves unused has to be zero.
// The strings are not copied: they must live as long as the table.
static inline void plumb_vtable_start(sd_bus_vtable *element) {
  static const sd_bus_vtable start[] = {SD_BUS_VTABLE_START(0)};
  memcpy(element, start, sizeof *element);
}

static inline void plumb_vtable_end(sd_bus_vtable *element) {
  static const sd_bus_vtable end[] = {SD_BUS_VTABLE_END};
  memcpy(element, end, sizeof *element);
}

static inline void plumb_vtable_method(
  sd_bus_vtable *element, const char *member, sd_bus_message_handler_t handler) {
  static const sd_bus_vtable method[] = {SD_BUS_METHOD("", "", "", NULL, SD_BUS_VTABLE_UNPRIVILEGED)};
  memcpy(element, method, sizeof *element);
  element->x.method.member = member;
  element->x.method.handler = handler;
}

static inline void plumb_vtable_property(
  sd_bus_vtable *element, const char *member, const char *signature, sd_bus_property_get_t get) {
  static const sd_bus_vtable property[] = {SD_BUS_PROPERTY("", "", NULL, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)};
  memcpy(element, property, sizeof *element);
  element->x.property.member = member;
  element->x.property.signature = signature;
  element->x.property.get = get;
}
