# The tasks of timerlab. `make install PREFIX=$HOME/.local` installs it in a folder of your choice.

PREFIX  ?= /usr/local
DESTDIR ?=

SWIFT   ?= swift
BIN      = $(DESTDIR)$(PREFIX)/bin
DATA     = $(DESTDIR)$(PREFIX)/share
SHARE    = $(DATA)/timerlab
# Files that the program prints: the manual page, and a completion script for each shell.
FORMAN   = $(DATA)/man/man1/timerlab.1
FORBASH  = $(DATA)/bash-completion/completions/timerlab
FORZSH   = $(DATA)/zsh/site-functions/_timerlab
FORFISH  = $(DATA)/fish/vendor_completions.d/timerlab.fish
SOURCES  = Sources Tests Package.swift

# On Linux the installed programs are linked statically, with the C library: they need no toolchain and start in
# milliseconds. They have a fixed address, since relocating all of Foundation takes a fifth of that time. lld does not warn of
# the parts of Foundation that would load libraries of the host (users, hosts, bundles); they are not called here.
LINK     = -static-executable -use-ld=lld -Xlinker -s -Xlinker -no-pie
# The libraries that a static Foundation needs.
LIBRARY  = -l_FoundationCShims -l_FoundationCollections
STATIC   = --static-swift-stdlib -Xswiftc -static-executable -Xswiftc -use-ld=lld -Xlinker -s -Xlinker -no-pie
MADE     = .build/static

# $(call program,NAME): MADE/NAME, from the objects of a plain release build. If the result does not link or run with a
# toolchain's libraries, everything is compiled again for it.
ifeq ($(shell uname -s),Linux)
program  = $(SWIFT) build -c release --product $(1) && mkdir -p $(MADE) && \
    bin=$$($(SWIFT) build -c release --show-bin-path) && \
    { { $(SWIFT)c $(LINK) $(LIBRARY) -Xlinker --defsym=main=$(subst -,_,$(1))_main -o $(MADE)/$(1) \
            @"$$bin/$(1).product/Objects.LinkFileList" && $(MADE)/$(1) completions man > /dev/null; } || \
      { echo "linked anew, $(1) does not run: compiling it for a static program" && \
        $(SWIFT) build -c release --scratch-path $(MADE) --product $(1) $(STATIC) && \
        cp "$$($(SWIFT) build -c release --scratch-path $(MADE) --show-bin-path)/$(1)" $(MADE)/$(1); }; }
else
program  = $(SWIFT) build -c release --product $(1) && mkdir -p $(MADE) && \
    cp "$$($(SWIFT) build -c release --show-bin-path)/$(1)" $(MADE)/$(1)
endif

.PHONY: build test lint format bench count fuzz invented golden mutants install install-host uninstall dist clean

build:
	$(call program,timerlab)

test:
	$(SWIFT) test

lint:
	$(SWIFT) format lint --strict -r $(SOURCES)

format:
	$(SWIFT) format -i -r $(SOURCES)

# Measures the program of `make install` with scenario files; its output goes to a file.
bench: build
	$(SWIFT) build -c release --product timerlab-bench
	bin=$$($(SWIFT) build -c release --show-bin-path) && output=$$(mktemp) && \
	    "$$bin/timerlab-bench" "$(MADE)/timerlab" Tests/Benchmarks "$$output"; \
	    status=$$?; rm -f "$$output"; exit $$status

# Counts instructions instead of time, for a shared machine: kept in Tests/Benchmarks/instructions.txt.
count:
	$(SWIFT) build -c release --product timerlab
	Tests/Benchmarks/count "$$($(SWIFT) build -c release --show-bin-path)/timerlab"

fuzz:
	$(SWIFT) run -c release timerlab-fuzz

# Compares COUNT invented scenarios, from SEED on, with this machine, and shrinks those that differ.
COUNT   ?= 20
SEED    ?= 1
invented:
	$(SWIFT) build -c release --product timerlab-host
	$(SWIFT) build -c release --product timerlab-invented
	bin=$$($(SWIFT) build -c release --show-bin-path) && "$$bin/timerlab-invented" "$$bin/timerlab-host" $(COUNT) $(SEED)

# Writes the recordings of every scenario, byte for byte: run it when a rule changes, and read the diff.
GOLDEN   = Tests/LabConformanceTests/Golden
golden:
	$(SWIFT) build --product timerlab-golden
	new=$$(mktemp) && "$$($(SWIFT) build --show-bin-path)/timerlab-golden" Scenarios $(GOLDEN)/invented.txt > "$$new" && \
	    cat "$$new" > $(GOLDEN)/recordings.txt; status=$$?; rm -f "$$new"; exit $$status

# Draws COUNT mutants of the simulation by SEED, and lists those that its tests and the scenarios notice; up to an hour.
mutants: COUNT = 200
mutants:
	SWIFT="$(SWIFT)" Tests/Support/Mutants/run $(COUNT) $(SEED)

install: build
	install -d "$(BIN)" "$(SHARE)"
	install -m 755 $(MADE)/timerlab "$(BIN)/timerlab"
	rm -rf "$(SHARE)/Scenarios"
	cp -R Scenarios "$(SHARE)/Scenarios"
	git rev-parse --short=12 HEAD > "$(SHARE)/commit" 2> /dev/null || rm -f "$(SHARE)/commit"
	for file in "$(FORMAN)" "$(FORBASH)" "$(FORZSH)" "$(FORFISH)"; do install -d "$${file%/*}" || exit 1; done
	"$(BIN)/timerlab" completions man > "$(FORMAN)"
	"$(BIN)/timerlab" completions bash > "$(FORBASH)"
	"$(BIN)/timerlab" completions zsh > "$(FORZSH)"
	"$(BIN)/timerlab" completions fish > "$(FORFISH)"

# The program that runs scenarios on this machine; it finds those that `make install` has installed beside it.
install-host:
	$(call program,timerlab-host)
	install -d "$(BIN)"
	install -m 755 $(MADE)/timerlab-host "$(BIN)/timerlab-host"

uninstall:
	rm -f "$(BIN)/timerlab" "$(BIN)/timerlab-host"
	rm -rf "$(SHARE)"
	rm -f "$(FORMAN)" "$(FORBASH)" "$(FORZSH)" "$(FORFISH)"

# An archive with the static program and the scenarios: unpacked anywhere, bin/timerlab finds them.
DIST     = timerlab-$(shell uname -s)-$(shell uname -m)
dist:
	folder=$$(mktemp -d) && $(MAKE) install DESTDIR="$$folder" PREFIX=/$(DIST) && \
	    tar -czf "$(DIST).tar.gz" -C "$$folder" $(DIST); status=$$?; rm -rf "$$folder"; exit $$status

clean:
	$(SWIFT) package clean
