# What there is to do with timerlab. `make install PREFIX=$HOME/.local` puts it where you like.

PREFIX  ?= /usr/local
DESTDIR ?=

SWIFT   ?= swift
BIN      = $(DESTDIR)$(PREFIX)/bin
SHARE    = $(DESTDIR)$(PREFIX)/share/timerlab
SOURCES  = Sources Tests Package.swift

# On Linux the Swift runtime is linked in, so that the installed program needs no toolchain and starts in milliseconds; at a
# fixed address, since to relocate all of Foundation takes a fifth of that time.
ifeq ($(shell uname -s),Linux)
STATIC   = --static-swift-stdlib -Xlinker -s -Xlinker -no-pie
endif

.PHONY: build test lint format bench fuzz golden install uninstall clean

build:
	$(SWIFT) build -c release --product timerlab $(STATIC)

test:
	$(SWIFT) test

lint:
	$(SWIFT) format lint --strict -r $(SOURCES)

format:
	$(SWIFT) format -i -r $(SOURCES)

# The log goes to a file, and the whole process is the program that `make install` would install.
bench: build
	$(SWIFT) build -c release --product timerlab-bench $(STATIC)
	bin=$$($(SWIFT) build -c release $(STATIC) --show-bin-path) && log=$$(mktemp) && \
	    "$$bin/timerlab-bench" "$$log" "$$bin/timerlab"; status=$$?; rm -f "$$log"; exit $$status

fuzz:
	$(SWIFT) run -c release timerlab-fuzz

# What the simulation records of every scenario, byte for byte: to be written anew when a rule changes, and read.
GOLDEN   = Tests/ConformanceTests/Golden
golden:
	$(SWIFT) build --product timerlab-golden
	new=$$(mktemp) && "$$($(SWIFT) build --show-bin-path)/timerlab-golden" Scenarios $(GOLDEN)/invented.txt > "$$new" && \
	    cat "$$new" > $(GOLDEN)/recordings.txt; status=$$?; rm -f "$$new"; exit $$status

install: build
	install -d "$(BIN)" "$(SHARE)"
	install -m 755 "$$($(SWIFT) build -c release $(STATIC) --show-bin-path)/timerlab" "$(BIN)/timerlab"
	rm -rf "$(SHARE)/Scenarios"
	cp -R Scenarios "$(SHARE)/Scenarios"

uninstall:
	rm -f "$(BIN)/timerlab"
	rm -rf "$(SHARE)"

clean:
	$(SWIFT) package clean
