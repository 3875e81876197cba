# `make help` says what there is. Every recipe is one or two commands that a person could type.

PREFIX ?= /usr/local
DESTDIR ?=

SWIFT_RELEASE = swift build -c release --static-swift-stdlib -Xlinker -s
release = .build/release

bindir = $(PREFIX)/bin
unitdir = $(PREFIX)/lib/systemd/system
userunitdir = $(PREFIX)/lib/systemd/user
sysusersdir = $(PREFIX)/lib/sysusers.d
tmpfilesdir = $(PREFIX)/lib/tmpfiles.d
rulesdir = $(PREFIX)/lib/udev/rules.d
docdir = $(PREFIX)/share/doc/plumbd
quirksdir = $(PREFIX)/lib/plumbd/quirks.d
appsdir = $(PREFIX)/lib/plumbd/apps.d
mandir = $(PREFIX)/share/man

quirks = $(notdir $(wildcard Config/quirks.d/*.conf))
apps = $(notdir $(wildcard Config/apps.d/*.conf))
man_pages = $(notdir $(wildcard man/*.[1-8]))
man_path = $(mandir)/man$(subst .,,$(suffix $(1)))/$(1)

# What `make install` puts where, and so what `make uninstall` removes.
installed = \
  $(bindir)/plumbd \
  $(bindir)/plumbctl \
  $(bindir)/plumb-session \
  $(unitdir)/plumbd.service \
  $(unitdir)/plumbd.socket \
  $(userunitdir)/plumb-session.service \
  $(sysusersdir)/plumbd.conf \
  $(tmpfilesdir)/plumbd.conf \
  $(rulesdir)/70-plumbd.rules \
  $(docdir)/plumbd.conf \
  $(docdir)/LICENSE \
  $(addprefix $(quirksdir)/,$(quirks)) \
  $(addprefix $(appsdir)/,$(apps)) \
  $(foreach page,$(man_pages),$(call man_path,$(page)))

# What `make install-sensor-proxy` adds. D-Bus and polkit of Debian 12 look nowhere else, and plumbd's vendor files have
# one place, too: PREFIX does not count there.
dbusdir ?= /usr/share/dbus-1
polkitdir ?= /usr/share/polkit-1/actions
vendordir ?= /usr/lib/plumbd/plumbd.conf.d
installed_sensor_proxy = \
  $(unitdir)/plumbd.service.d/sensor-proxy.conf \
  $(rulesdir)/81-plumbd-sensor-proxy.rules \
  $(dbusdir)/system.d/plumbd-sensor-proxy.conf \
  $(dbusdir)/system-services/net.hadess.SensorProxy.service \
  $(polkitdir)/plumbd-sensor-proxy.policy \
  $(vendordir)/sensor-proxy.conf

.PHONY: help
help: ## Say what there is to make
	@echo "plumbd, auto-rotation for Linux. With Swift 6.3 on PATH, on Debian 12:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-20s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))
	@echo "DESTDIR=$(DESTDIR) and PREFIX=$(PREFIX) (or /usr) say where install and uninstall work."

.PHONY: deps
deps: ## Install what building and testing need and this machine lacks (apt; root or sudo)
	@.ci/dependencies

.PHONY: build
build: deps ## Build the release binaries
	$(SWIFT_RELEASE)

.PHONY: run
run: build ## Run the daemon privately and show how the orientation changes (real sensor, else a mock's journey)
	@.ci/run-demo $(release)

.PHONY: clients
clients: deps ## Fetch the clients of other makers that the tests speak with (once; a minute)
	@Tests/SystemTests/Clients/fetch

.PHONY: compositors
compositors: deps ## Fetch newer Debians' compositors, which the tests turn the screens of as well (once; a minute)
	@Tests/DisplaysTests/Compositors/fetch

.PHONY: protocols
protocols: ## Make the C glue of Wayland's protocols anew, after a change of their descriptions
	Sources/CWayland/generate

.PHONY: test
test: deps lint clients ## Check the format, build, and run all tests
	swift build --build-tests
	swift test --skip-build --disable-xctest

# Programs that run under umockdev's preload cannot run under a sanitizer's: their tests stay out of these two.
UNSANITIZED = SystemTests|ExamplesTests|ProcessTests|DecodingTests|BufferedDeviceTests|PolledDeviceTests|DiscoveryTests
# What the Swift runtime makes once and keeps for ever looks like a leak.
SANITIZED = ASAN_OPTIONS=detect_leaks=0 swift test --disable-xctest --skip '$(UNSANITIZED)'

.PHONY: test-asan
test-asan: deps ## Run the unit tests with AddressSanitizer (memory errors)
	$(SANITIZED) --sanitize=address --scratch-path .build/asan

.PHONY: test-tsan
test-tsan: deps ## Run the unit tests with ThreadSanitizer (data races)
	$(SANITIZED) --sanitize=thread --scratch-path .build/tsan

.PHONY: fuzz
fuzz: deps ## Feed hostile input to all that reads what others wrote (libFuzzer, the same inputs each time, five minutes)
	@Tests/Fuzz/run.sh

HOURS = 1
.PHONY: fuzz-long
fuzz-long: deps ## The same for HOURS=1, from another random seed, going on from what the last one found
	@Tests/Fuzz/run.sh --hours $(HOURS)

.PHONY: load
load: build ## Put the release daemon under load: 1,000 followers, nuisances, no descriptors left (two minutes)
	@$(release)/plumbd-load

MINUTES = 5
SEED =
soak = $(release)/plumbd-soak --minutes $(MINUTES) $(addprefix --seed ,$(SEED))
.PHONY: soak
soak: build ## Let random clients loose on the release daemon for MINUTES=5 (SEED=N does the same again)
	@$(soak)

.PHONY: soak-asan
soak-asan: build ## The same against a daemon with AddressSanitizer
	swift build --product plumbd --sanitize=address --scratch-path .build/asan
	@$(soak) --sanitized --daemon .build/asan/debug/plumbd

KILLS = 200
.PHONY: soak-kill
soak-kill: build ## Kill the release daemon KILLS=200 times in the middle of everything, and see who is back
	@$(release)/plumbd-soak --kill $(KILLS) $(addprefix --seed ,$(SEED))

.PHONY: test-vm
test-vm: build ## Test the release build as an installed service on a real kernel (qemu; 20 minutes)
	@.ci/dependencies vm
	@Tests/VM/run.sh smoke.sh service.sh odd.sh rest.sh motion.sh users.sh session.sh bus.sh

.PHONY: test-vm-faults
test-vm-faults: build ## In the same guest: restarts, clock steps, a full stop, a suspend (wants a machine of its own; 10 minutes)
	@.ci/dependencies vm
	@Tests/VM/run.sh -t 900 restart.sh faults.sh suspend.sh

.PHONY: bench
bench: build ## Measure rooms, judges, fan-out, start-up and memory, beside plain work and iio-sensor-proxy (5 minutes)
	@$(release)/benchmarks

.PHONY: bench-vm
bench-vm: build ## Measure threads, wakeups, memory and latency in the guest, beside iio-sensor-proxy (25 minutes)
	@.ci/dependencies vm
	@Tests/VM/run.sh -t 2400 measure.sh

.PHONY: bench-gate
bench-gate: build ## Count the instructions of fixed works (valgrind), and fail where they have changed
	@Benchmarks/gate $(release)/benchmarks

.PHONY: bench-baseline
bench-baseline: build ## Take today's counts of instructions for what is expected
	@Benchmarks/gate --baseline $(release)/benchmarks

.PHONY: lint
lint: ## Check the format of all Swift sources
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks

.PHONY: install
install: ## Install the release build, its units, udev rule and documentation
	@test -x $(release)/plumbd -a -x $(release)/plumbctl || { echo "Nothing is built yet: run make build" >&2; exit 1; }
	install -D -m 755 $(release)/plumbd $(DESTDIR)$(bindir)/plumbd
	install -D -m 755 $(release)/plumbctl $(DESTDIR)$(bindir)/plumbctl
	install -D -m 755 $(release)/plumb-session $(DESTDIR)$(bindir)/plumb-session
	install -d $(DESTDIR)$(unitdir) $(DESTDIR)$(userunitdir)
	sed 's,@bindir@,$(bindir),' systemd/plumbd.service > $(DESTDIR)$(unitdir)/plumbd.service
	chmod 644 $(DESTDIR)$(unitdir)/plumbd.service
	install -D -m 644 systemd/plumbd.socket $(DESTDIR)$(unitdir)/plumbd.socket
	sed 's,@bindir@,$(bindir),' systemd/plumb-session.service > $(DESTDIR)$(userunitdir)/plumb-session.service
	chmod 644 $(DESTDIR)$(userunitdir)/plumb-session.service
	install -D -m 644 systemd/plumbd.sysusers $(DESTDIR)$(sysusersdir)/plumbd.conf
	install -D -m 644 systemd/plumbd.tmpfiles $(DESTDIR)$(tmpfilesdir)/plumbd.conf
	install -D -m 644 systemd/70-plumbd.rules $(DESTDIR)$(rulesdir)/70-plumbd.rules
	install -D -m 644 Config/plumbd.conf $(DESTDIR)$(docdir)/plumbd.conf
	install -D -m 644 LICENSE $(DESTDIR)$(docdir)/LICENSE
	$(foreach file,$(quirks),install -D -m 644 Config/quirks.d/$(file) $(DESTDIR)$(quirksdir)/$(file) &&) true
	$(foreach file,$(apps),install -D -m 644 Config/apps.d/$(file) $(DESTDIR)$(appsdir)/$(file) &&) true
	$(foreach page,$(man_pages),install -D -m 644 man/$(page) $(DESTDIR)$(call man_path,$(page)) &&) true
ifeq ($(DESTDIR),)
	@echo "Installed. To start the service now and at every boot, as root:"
	@echo "  systemd-sysusers && systemd-tmpfiles --create plumbd.conf"
	@echo "  udevadm control --reload && udevadm trigger --subsystem-match=iio"
	@echo "  systemctl daemon-reload && systemctl enable --now plumbd.socket plumbd.service"
	@echo "and as each user whose screen is to turn:"
	@echo "  systemctl --user daemon-reload && systemctl --user enable --now plumb-session"
endif

.PHONY: install-sensor-proxy
install-sensor-proxy: ## Let the installed service answer GNOME, KDE and Phosh in the place of iio-sensor-proxy
	install -D -m 644 systemd/sensor-proxy/unit.conf $(DESTDIR)$(unitdir)/plumbd.service.d/sensor-proxy.conf
	install -D -m 644 systemd/sensor-proxy/udev.rules $(DESTDIR)$(rulesdir)/81-plumbd-sensor-proxy.rules
	install -D -m 644 systemd/sensor-proxy/bus-policy.conf $(DESTDIR)$(dbusdir)/system.d/plumbd-sensor-proxy.conf
	install -D -m 644 systemd/sensor-proxy/activation.service \
	  $(DESTDIR)$(dbusdir)/system-services/net.hadess.SensorProxy.service
	install -D -m 644 systemd/sensor-proxy/polkit.policy $(DESTDIR)$(polkitdir)/plumbd-sensor-proxy.policy
	install -D -m 644 systemd/sensor-proxy/plumbd.conf $(DESTDIR)$(vendordir)/sensor-proxy.conf
ifeq ($(DESTDIR),)
	@echo "Installed. To answer from now on, as root:"
	@echo "  systemctl daemon-reload && systemctl reload dbus && udevadm control --reload"
	@echo "  systemctl stop iio-sensor-proxy; systemctl restart plumbd.service"
endif

.PHONY: uninstall
uninstall: ## Remove what install and install-sensor-proxy put, nothing else
	rm -f $(addprefix $(DESTDIR),$(installed) $(installed_sensor_proxy))
	@rmdir $(DESTDIR)$(unitdir)/plumbd.service.d $(DESTDIR)$(vendordir) 2> /dev/null || true
	@rmdir $(DESTDIR)$(docdir) $(DESTDIR)$(quirksdir) $(DESTDIR)$(appsdir) $(dir $(DESTDIR)$(quirksdir)) 2> /dev/null || true
ifeq ($(DESTDIR),)
	@echo "Removed. Left as they are: a service that still runs (systemctl disable --now plumbd.socket plumbd.service),"
	@echo "/etc/plumbd, /var/lib/plumbd and the user plumbd."
endif

.PHONY: clean
clean: ## Remove everything that was built here (the guest's image stays in its cache)
	rm -rf .build Tests/VM/out
