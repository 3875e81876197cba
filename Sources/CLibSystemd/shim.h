#include <signal.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-login.h>

// si_status is a macro into a union that Swift does not look into.
static inline int plumb_child_status(const siginfo_t *information) { return information->si_status; }
