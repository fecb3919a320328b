# Short names for the common commands; the build itself is CMake's (docs/development.md).
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help packages build python demo test fuzz selfcheck bench docs format tidy check clean \
        build-tests test-release test-viewer test-sanitizers check-format check-layers check-keywords run-pages

JOBS ?= $(shell nproc)
DEMO_MODELS ?= examples/spinning_body.json examples/heavy_top.json
PINTLE := build/release/pintle
SOURCES := $(shell find src tests bench -name '*.h' -o -name '*.cpp' 2>/dev/null)
say = @printf '\n--- %s\n' "$(1)"

help:            ## list the targets
	@sed -n 's/^\([a-z-]*\): .*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 26

packages:        ## install what packages.txt lists and this machine lacks
	@scripts/install_packages.sh

build: packages  ## build the command build/release/pintle
	$(call say,build)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target pintle -- -j$(JOBS)

python: packages ## build the Python package in build/release/python
	$(call say,Python package)
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target pintle_python -- -j$(JOBS)

demo: build      ## run the flagship examples into build/demo
	@mkdir -p build/demo
	@for model in $(DEMO_MODELS); do \
	  printf '\n--- %s\n' "pintle run $$model"; \
	  $(PINTLE) run $$model -o build/demo/$$(basename $$model .json) || exit 1; \
	done
	@printf '\nWritten:\n'; ls -1 $(DEMO_MODELS:examples/%.json=build/demo/%.nc) | sed 's/^/  /'
	@printf 'Look at them with:\n'; printf '  $(PINTLE) view %s\n' $(DEMO_MODELS:examples/%.json=build/demo/%.nc)

test: packages check-format check-layers build-tests check-keywords test-release test-viewer test-sanitizers tidy run-pages  ## run everything
	$(call say,make test: everything passed)

build-tests: packages
	$(call say,build with tests)
	@cmake --preset release >/dev/null
	@cmake --build --preset release -- -j$(JOBS)

test-release:    ## unit, validation and command tests, and the examples
	$(call say,tests)
	@ctest --preset release -j$(JOBS) --progress

test-viewer: build ## the viewer: types, unit tests, and reports of all examples in a browser
	$(call say,viewer)
	@cd viewer && npm run --silent check && npm test --silent
	@scripts/make_reports.py
	@cd viewer && PINTLE=../$(PINTLE) PINTLE_REPORTS=../build/reports npm run --silent test:browser

test-sanitizers: ## unit tests under the address and undefined-behaviour sanitizers
	$(call say,unit tests under sanitizers)
	@cmake --preset sanitizers >/dev/null
	@cmake --build --preset sanitizers --target unit_tests -- -j$(JOBS)
	@ctest --preset sanitizers -j$(JOBS) --progress

FUZZ_SECONDS ?= 600
FUZZ_OPTIONS ?=
fuzz: packages   ## feed anything to the reader of MBDyn's language for FUZZ_SECONDS
	$(call say,fuzz)
	@cmake --preset fuzz >/dev/null
	@cmake --build build/fuzz --target pintle_mbdyn_reader_fuzz -- -j$(JOBS)
	@mkdir -p build/fuzz/corpus build/fuzz/findings
	@rm -f build/fuzz/fuzz-*.log
	@PINTLE_FUZZ_DICTIONARY=build/fuzz/words.txt build/fuzz/pintle_mbdyn_reader_fuzz
	@cd build/fuzz && UBSAN_OPTIONS=print_stacktrace=1 ./pintle_mbdyn_reader_fuzz -jobs=$(JOBS) -workers=$(JOBS) \
	  -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=4096 -max_len=20000 -entropic=0 -dict=words.txt -print_final_stats=1 \
	  -artifact_prefix=findings/ $(FUZZ_OPTIONS) corpus ../../tests/fuzz/corpus ../../tests/mbdyn/models >fuzz.log 2>&1 || \
	  { grep -h -e 'SUMMARY' -e 'Test unit written' fuzz-*.log; echo 'what was found is in build/fuzz/findings, told in build/fuzz/fuzz-*.log'; exit 1; }
	@grep -h -e 'DONE' -e 'stat::' build/fuzz/fuzz-*.log

MECHANISMS ?= 200
selfcheck: build ## all models that are shipped, and MECHANISMS drawn by chance, through `pintle selfcheck`
	$(call say,selfcheck)
	@PINTLE=$(PINTLE) python3 -B tests/selfcheck/all_models.py
	@PINTLE=$(PINTLE) python3 -B tests/selfcheck/random_mechanisms.py --count $(MECHANISMS) --keep build/selfcheck

bench: packages  ## build and run the benchmarks
	@scripts/install_packages.sh --file packages-bench.txt
	$(call say,benchmarks)
	@cmake --preset release -B build/bench -DPINTLE_BENCH=ON -DPINTLE_TESTS=OFF -DPINTLE_PYTHON=OFF >/dev/null
	@cmake --build build/bench --target bench -- -j$(JOBS)
	@for program in build/bench/bench/pintle_*_bench; do $$program || exit 1; done

docs: build       ## run the tutorials, take their pictures, build the site in build/site/html
	@scripts/install_packages.sh --file packages-docs.txt
	@scripts/run_pages.py
	@scripts/draw_reports.py
	@scripts/build_site.py
	@echo 'build/site/html/index.html'

format:          ## format the C++ files in place
	@clang-format -i $(SOURCES)

tidy:            ## clang-tidy over src; unchanged files are not looked at again
	$(call say,clang-tidy)
	@cmake --preset tidy >/dev/null
	@scripts/run_tidy.py --jobs $(JOBS)

check: check-format check-layers check-keywords  ## format, layers, keywords

check-format:
	$(call say,format)
	@clang-format --dry-run --Werror $(SOURCES)

check-layers:
	$(call say,layers)
	@python3 -m unittest discover -s scripts/tests -p '*_test.py' --buffer
	@scripts/check_layers.py
	@scripts/check_pages.py

check-keywords: build
	$(call say,keywords)
	@scripts/check_keywords.py

run-pages: build # README.md and the tutorials
	$(call say,commands of README.md and the tutorials)
	@scripts/run_pages.py

clean:           ## remove build/
	@rm -rf build
