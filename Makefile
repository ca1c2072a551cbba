# The one entry to everything. `make help` says what there is.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
# Where systemd and udev look; a package has folders of its own for them.
UNITS ?= /etc/systemd/system
RULES ?= /etc/udev/rules.d
SYSUSERS ?= /etc/sysusers.d
TMPFILES ?= /etc/tmpfiles.d
ZSH ?= zsh/site-functions
FUZZ_RUNS ?= 1000000

STRICT = --explicit-target-dependency-import-check error
RELEASE = $(SWIFT) build -c release --static-swift-stdlib $(STRICT)
PROGRAM = .build/release/triptych
WORKERS = triptych-decode triptych-decode-heif triptych-decode-av triptych-decode-text triptych-decode-list

.PHONY: help deps build release run test tidy check format lint man cases keys bars turned look \
  bench corpus fuzz faults strips boot-smoke boot-console boot-test install install-desktop deb deb-test clean

help: ## what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 22

deps: ## installs the Debian packages that are missing
	@.ci/deps

build: deps ## builds everything for debugging
	$(SWIFT) build $(STRICT)

release: deps ## builds what is shipped: optimised, with Swift's library inside
	$(RELEASE)

run: release ## plays the demo on the display; without one, renders it to pictures
	@.ci/demo $(PROGRAM)

test: ## builds strictly and runs all tests
	@.ci/deps test
	$(SWIFT) build $(STRICT)
	@.ci/tests

tidy: ## only the test that reads the sources: sizes, imports, banned calls, docs
	$(SWIFT) test --filter TidyTests

lint: ## format lint, strict
	$(SWIFT) format lint --strict -r Package.swift Sources Tests

check: lint test ## what a change must pass: lint, strict build, tests with tidy

format: ## formats all Swift files
	$(SWIFT) format -i -r Package.swift Sources Tests

cases: release ## public bug reports replayed under Xvfb (needs the shared cases)
	@.ci/deps test
	Tests/cases/run --program $(PROGRAM)

keys: release ## presses every key of the table under Xvfb
	@.ci/deps test
	TRIPTYCH=$(abspath $(PROGRAM)) Tests/screen/keys

bars: release ## clicks every button of the bars under Xvfb
	@.ci/deps test
	TRIPTYCH=$(abspath $(PROGRAM)) Tests/screen/bars

turned: release ## fingers and the mouse on a display that hangs in each of four ways, under Xvfb
	@.ci/deps test
	TRIPTYCH=$(abspath $(PROGRAM)) Tests/screen/turned

look: release ## pictures of what the graphics painter draws, in build/look, to be looked at
	@.ci/deps test
	TRIPTYCH=$(abspath $(PROGRAM)) Tests/screen/gpu build/look

visitor: release ## a visitor plays with a kiosk under Xvfb and leaves: it goes on as before
	@.ci/deps test
	TRIPTYCH=$(abspath $(PROGRAM)) Tests/screen/visitor

bench: ## measures the painter
	$(SWIFT) run -c release paint-bench

corpus: ## the shared pictures and their damaged kin, through the workers
	$(SWIFT) test --filter CorpusTests

fuzz: ## a million texts that are nearly lists, or requests, through each parser (FUZZ_RUNS=N)
	FUZZ_RUNS=$(FUZZ_RUNS) $(SWIFT) test -c release -Xswiftc -enable-testing \
	  --scratch-path .build/fuzz --filter 'ListFuzzTests|XSPFReaderTests|RemoteFuzzTests'

faults: release ## faults of files, workers, displays done to the program under Xvfb
	@.ci/deps test
	TRIPTYCH=$(abspath $(PROGRAM)) Tests/faults/run

strips: release ## renders the pictures of docs/transitions.md anew
	@.ci/deps test
	docs/make-strips $(PROGRAM)

boot-smoke: release ## boots the demo in a QEMU machine, on bare KMSDRM (as root)
	Tests/boot/boot-smoke

boot-console: release ## pads, modes, a turned screen, a pulled stick on bare KMSDRM (as root, minutes)
	Tests/boot/boot-console

man: build ## writes docs/triptych.1, the manual page, from the tables
	.build/debug/triptych help manual >docs/triptych.1

boot-test: deb ## boots machines with the package: inputs, faults, power cut, hours, stick (root)
	Tests/boot/boot-test build/triptych_*_$$(dpkg --print-architecture).deb

install: ## installs to DESTDIR/PREFIX what `make release` built
	install -Dm755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/triptych
	for w in $(WORKERS); do \
	  install -Dm755 .build/release/$$w $(DESTDIR)$(PREFIX)/libexec/triptych/$$w || exit; done
	install -d $(DESTDIR)$(PREFIX)/share/triptych
	cp -R Playlists $(DESTDIR)$(PREFIX)/share/triptych/
	install -Dm644 docs/triptych.1 $(DESTDIR)$(PREFIX)/share/man/man1/triptych.1
	install -Dm644 systemd/triptych-kiosk-setup.8 \
	  $(DESTDIR)$(PREFIX)/share/man/man8/triptych-kiosk-setup.8
	for s in bash:bash-completion/completions/triptych zsh:$(ZSH)/_triptych \
	  fish:fish/vendor_completions.d/triptych.fish; do \
	  install -d $$(dirname $(DESTDIR)$(PREFIX)/share/$${s#*:}) && \
	  $(PROGRAM) completions $${s%%:*} >$(DESTDIR)$(PREFIX)/share/$${s#*:} || exit; done
	for f in systemd/triptych.service:$(UNITS)/triptych.service \
	  systemd/72-triptych.rules:$(RULES)/72-triptych.rules \
	  systemd/triptych.sysusers:$(SYSUSERS)/triptych.conf \
	  systemd/triptych.tmpfiles:$(TMPFILES)/triptych.conf \
	  systemd/triptych-stick@.service:$(UNITS)/triptych-stick@.service \
	  systemd/logind.conf:$(PREFIX)/share/triptych/kiosk/logind.conf; do \
	  install -d $$(dirname $(DESTDIR)$${f#*:}) && \
	  sed 's|/usr/local/|$(PREFIX)/|g' $${f%%:*} >$(DESTDIR)$${f#*:} && \
	  chmod 644 $(DESTDIR)$${f#*:} || exit; done
	install -Dm755 systemd/mount-stick $(DESTDIR)$(PREFIX)/libexec/triptych/mount-stick
	install -d $(DESTDIR)$(PREFIX)/sbin
	sed 's|/usr/local/|$(PREFIX)/|g' systemd/triptych-kiosk-setup \
	  >$(DESTDIR)$(PREFIX)/sbin/triptych-kiosk-setup
	chmod 755 $(DESTDIR)$(PREFIX)/sbin/triptych-kiosk-setup
	install -d $(DESTDIR)/etc/triptych
	test -e $(DESTDIR)/etc/triptych/kiosk.conf || sed 's|/usr/local/|$(PREFIX)/|g' \
	  systemd/kiosk.conf >$(DESTDIR)/etc/triptych/kiosk.conf

install-desktop: ## the icon and the entry of a desktop's menu
	install -Dm644 systemd/desktop/triptych.desktop \
	  $(DESTDIR)$(PREFIX)/share/applications/triptych.desktop
	install -Dm644 systemd/desktop/triptych.svg \
	  $(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/triptych.svg
	install -Dm644 systemd/desktop/io.triptych.Triptych.metainfo.xml \
	  $(DESTDIR)$(PREFIX)/share/metainfo/io.triptych.Triptych.metainfo.xml

deb: release ## a Debian package of this machine's kind in build/ (arm64 too, not tested on a Pi)
	@mkdir -p build && rm -f debian/debhelper-build-stamp
	@command -v dh >/dev/null || { echo "deb: needs debhelper: apt-get install debhelper" >&2; exit 1; }
	DEB_RULES_REQUIRES_ROOT=no OUT=$(abspath build) debian/rules binary

deb-test: deb ## installs, upgrades, removes and purges the package in a root of its own
	Tests/deb/run build/triptych_*_$$(dpkg --print-architecture).deb

clean: ## removes what was built (not the cached base of boot-smoke)
	rm -rf .build build/demo build/tests*
