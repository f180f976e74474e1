# Turntrack: `make serve` to run it, `make test` to check it. Nothing is installed outside this folder, but for a
# browser when a test needs one and there is none.

PORT ?= 8000
PREFIX ?= /
# Where the page will be on the web, if that is known: `make dist ADDRESS=https://example.org/turntrack/`.
ADDRESS ?=
# Where those who use it can send reports.
ISSUES ?=
export ADDRESS ISSUES
PYTHON := .venv/bin/python
# What is compiled lies outside the sources: every Python that is started compiles a hundred files less.
export PYTHONPYCACHEPREFIX = $(CURDIR)/build/compiled
# Empty is as good as not set: where nothing compiled may be kept, every worker and every tool would compile it anew.
export PYTHONDONTWRITEBYTECODE =
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# Where the machine's Node.js is too old, a newer one lies there.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
# The engine and the page are packages of their own folders.
export PYTHONPATH = $(CURDIR)/engine:$(CURDIR)/static

.PHONY: serve test branches check format dist bench compare pictures readings presets schemas news icons browser engines keep lock clean soak advisories release packages address shape corpora creatures

serve: dist
	@$(PYTHON) -m tools.serve --port $(PORT) --prefix $(PREFIX)

# Three workers, each of which takes whole files: on two cores one of them always waits for a browser. What is rarer (faults in the other engines, kills, full devices) is marked
# `soak`: `make test` leaves it out, `make soak` runs it, and then the full counts.
WORKERS = -n 3 --dist loadfile --no-loadscope-reorder
# Where the runs of the soak leave their reports, for docs/RESULTS.md.
REPORT = --junitxml=build/soak
COVERAGE = --cov=engine --cov-report=term --cov-fail-under=100

# Python itself tells which of the engine's lines were reached, at hardly any cost; branches make the tests take several
# times as long, so `make branches` counts those, which the soak does too.
test: export COVERAGE_CORE = sysmon
test: dist browser engines
	@$(PYTHON) -m pytest $(WORKERS) $(COVERAGE) -m "not soak" $(ARGS)

branches: dist
	@$(PYTHON) -m pytest $(WORKERS) $(COVERAGE) --cov-branch $(REPORT)/branches.xml -m "not soak and not repeats" tests/engine engine

# The whole suite with all that `make test` leaves out: the engine's random fights, then the page, then kills and long play
# one after another. If all has passed, the results go to docs/RESULTS.md. FUZZ counts the drawn rule sets, FIGHTS the random
# fights of each coded system, KILLS those of each browser and fight. `make soak KILLS=5 TURNS=100 FUZZ=1000 FIGHTS=100` for less.
KILLS ?= 15
TURNS ?= 2000
FUZZ ?= 10000
FIGHTS ?= 1000
COUNTED = tests/browser/test_long_play.py tests/browser/test_killed.py

soak: dist browser engines branches
	@TURNTRACK_SOAK=1 TURNTRACK_FUZZ=$(FUZZ) TURNTRACK_FIGHTS=$(FIGHTS) $(PYTHON) -m pytest -n 2 --dist worksteal $(REPORT)/engine.xml tests/engine engine
	@TURNTRACK_SOAK=1 TURNTRACK_FUZZ=$(FUZZ) $(PYTHON) -m pytest $(WORKERS) $(REPORT)/page.xml --ignore=tests/engine $(COUNTED:%=--ignore=%)
	@TURNTRACK_KILLS=$(KILLS) TURNTRACK_TURNS=$(TURNS) $(PYTHON) -m pytest -v $(REPORT)/kills.xml $(COUNTED)
	@$(PYTHON) -m tools.results KILLS=$(KILLS) TURNS=$(TURNS) FUZZ=$(FUZZ) FIGHTS=$(FIGHTS)

# Asks the registries, where they can be reached, for known weaknesses of what is pinned.
advisories: .venv/.ready node_modules/.ready
	@$(PYTHON) -m tools.advisories

check: .venv/.ready node_modules/.ready
	@$(PYTHON) -m pytest -q tests/test_lint.py tests/test_layers.py

format: .venv/.ready
	@$(PYTHON) -m ruff check --fix --quiet || true
	@$(PYTHON) -m ruff format

dist: .venv/.ready node_modules/.ready
	@$(PYTHON) -m tools.build

# Measures; a whole run renews docs/bench.svg and its part of docs/RESULTS.md.
bench: dist browser
	@$(PYTHON) -m bench $(ARGS)

# Compares the taps of builds: `make compare ARGS="dist other/dist"`.
compare: dist browser
	@$(PYTHON) -m bench.compare_builds $(ARGS)

# Renews docs/pictures/, which the README shows.
pictures: dist browser
	@$(PYTHON) -m tools.pictures

# Writes the readings of all systems into docs/RULES.md.
readings: .venv/.ready
	@$(PYTHON) -m tools.readings

# Writes the table of the presets and their sources into docs/PRESETS.md.
presets: .venv/.ready
	@$(PYTHON) -m tools.preset_table

# Writes the JSON Schemas of rule sets and prepared fights, with examples, into docs/schemas/.
schemas: .venv/.ready
	@$(PYTHON) -m tools.schemas

# Writes the releases of the CHANGELOG into the page's module of news.
news: .venv/.ready
	@$(PYTHON) -m tools.news

# Prepares a release: version, CHANGELOG, news, and the formats of saved data, which it freezes: `make release VERSION=1.0.0`.
release: news
	@$(PYTHON) -m tools.release $(VERSION)

# Writes the address of the page into the README: `make address ADDRESS=https://example.org/turntrack/`.
address: .venv/.ready
	@$(PYTHON) -m tools.address

# Prints how the Python is cut into modules: how many, how long, what they import.
shape: .venv/.ready
	@$(PYTHON) -m tools.shape

# Measures how records of other programs are read, on public data that is installed in a temporary folder.
corpora: .venv/.ready
	@$(PYTHON) -m tools.corpora

# Checks the creatures of the pack SRD 5.2 against a file of Open5e: `make creatures ARGS=Creature.json`.
creatures: .venv/.ready
	@$(PYTHON) -m tools.creature_check $(ARGS)

# What a release offers, in build/packages/: the site as a zip for any host of files, the engine's wheel, and their hashes.
packages: dist
	@$(PYTHON) -m tools.release_packages

# Draws the icons anew, in their sizes, when static/icons/turntrack.svg has changed.
icons: browser
	@$(PYTHON) -m tools.icons

browser: .venv/.ready
	@$(PYTHON) -m tools.chromium

# The other two engines, where they can be had; tests that need them are skipped elsewhere, and say why.
engines: .venv/.ready
	@$(PYTHON) -m tests.hands.engines

# Renews the list of standard-library modules the page needs, from the booted page itself.
keep: dist browser
	@$(PYTHON) -m tools.stdlib_keep

# Renews the locked versions and hashes from pyproject.toml and package.json.
lock: .venv/.ready node_modules/.ready
	@sh tools/lock.sh

.venv/.ready: requirements.txt tools/find_python.sh
	@sh tools/install_python.sh

node_modules/.ready: package-lock.json package.json .npmrc tools/node22/package-lock.json
	@sh tools/install_node.sh

clean:
	rm -rf build dist .venv node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
