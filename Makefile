# Commands for working on the hall. Ctrl-C ends `make run` and everything it started.

.DEFAULT_GOAL := help
.PHONY: help run test check proof build install deb bench fuzz sanitize packages

# For `make run`; they may come from the environment too.
export ADDRESS PORT SERVER STATE BASE URL FRAME_ANCESTORS DEV
# For `make install`.
export DESTDIR PREFIX
# For the units: a folder with the test cases of the Mustache specification.
export MUSTACHE_SPEC
# For `make fuzz`: how long each target runs.
export FUZZ_SECONDS

help:
	@echo "make run     build everything and run it at http://127.0.0.1:8080/"
	@echo "             ADDRESS=127.0.0.1 PORT=8080 SERVER=nginx|lighttpd STATE=folder BASE=/path URL=https://host DEV=1"
	@echo "             FRAME_ANCESTORS=https://school.example"
	@echo "make check   lint, units, one browser on the main paths: two to three minutes"
	@echo "make test    lint, units, real web servers, a real browser: a quarter of an hour"
	@echo "make proof   the long sweeps: a quarter of an hour"
	@echo "make build   the program for release, at .build/release/dicehall"
	@echo "make install the program with all that belongs to it: PREFIX=/usr/local DESTDIR=folder"
	@echo "make deb     a Debian package in .build/deb, installed with apt install"
	@echo "make bench   benchmarks, as ratios"
	@echo "make fuzz    made-up templates, expressions, requests, records and files, 300 s each; FUZZ_SECONDS=10 for less"
	@echo "make sanitize  the units with checks of memory and of threads built in: half an hour"

run: build
	@Deploy/install-packages "$${SERVER:-nginx}"
	@exec Deploy/run

# Where the C library can read packed relocations (from glibc 2.36 on), a megabyte less is loaded.
PACKED = $(shell grep -qs GLIBC_ABI_DT_RELR "$$(clang -print-file-name=libc.so.6)" && \
	echo -Xlinker -z -Xlinker pack-relative-relocs)

# Each function is a section of its own, so that the linker can leave out those that nobody calls and
# make one of those with the same code. Nothing unwinds the functions of our modules by tables: Swift throws
# none of C++'s exceptions, and its backtraces follow frame pointers.
SMALL = -Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xswiftc -Xcc -Xswiftc -fno-asynchronous-unwind-tables

# Builds only what is not there yet, so that root can install what somebody else has built.
install:
	@[ -x .build/release/dicehall ] || $(MAKE) --no-print-directory build
	@Deploy/install

deb: build
	@Deploy/install-packages debhelper fakeroot
	@Deploy/package

# Without symbols it is half the size, and starts in half the time. The folder has only archives, so
# the linker can't take a shared library in their place; Package.swift says what each is for.
build: packages
	@mkdir -p .build/static
	@library=$$(clang -print-file-name=libstdc++.a); \
	if [ -f "$$library" ]; then ln -sf "$$library" .build/static/; else rm -f .build/static/*; fi
	@swift=$$(swiftc -static-stdlib -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p'); \
	ln -sf "$$swift/linux/libFoundationEssentials.a" .build/static/
	STATIC_LIBRARIES=$(CURDIR)/.build/static swift build -c release --static-swift-stdlib --product dicehall -Xlinker -s $(SMALL) $(PACKED)

test check proof:
	@Deploy/test $@

bench: build
	@Deploy/install-packages gcc libc6-dev libssl-dev binutils python3 python3-venv nginx lighttpd php8.2-fpm php8.2-pgsql postgresql wrk valgrind strace
	@Benchmarks/budget
	@Benchmarks/run
	@Benchmarks/run-rooms
	@Benchmarks/run-cloud
	@Benchmarks/run-growth
	@Benchmarks/run-memory
	@Benchmarks/run-store
	@Benchmarks/run-waits
	@Benchmarks/run-engine
	@Benchmarks/run-dice
	@Benchmarks/run-odds

# The toolchain includes everything else that fuzzing needs.
fuzz:
	@Deploy/install-packages libc6-dev
	@Fuzz/run

# The toolchain includes the sanitizers.
sanitize: packages
	@Deploy/install-packages libc6-dev python3 postgresql
	@Deploy/sanitize

# What the build links with.
packages:
	@Deploy/install-packages libfcgi-dev libsqlite3-dev libdeflate-dev libqrencode-dev nettle-dev libpq-dev pkg-config
