# Everything happens in $(VENV), which is made on demand; nothing outside this folder is touched.
# On Windows, use WSL or the commands of .github/workflows/tests.yml.

PYTHON ?= python3
VENV ?= .venv
# More arguments for the program that runs, such as: make test ARGS="-k pres -x"
ARGS ?=

BIN := $(VENV)/bin
CARGO := $(shell command -v cargo 2>/dev/null)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock

# Stamps say what is installed. They carry the kind of core, so that installing Rust later builds it; and they
# are older than what they were made from as soon as that changes.
KIND := $(if $(filter python,$(CRANFIELD_BUILD)),python,$(if $(CARGO),native,python))
READY := $(VENV)/stamp-ready-$(KIND)
DEV := $(VENV)/stamp-dev-$(KIND)
SOURCES := pyproject.toml setup.py requirements.lock \
    $(wildcard native/Cargo.toml native/Cargo.lock native/build.rs native/src/*.rs native/src/*/*.rs)

.DEFAULT_GOAL := help
.PHONY: help demo test lint docs gallery bench gold lock
.NOTPARALLEL:

help: ## list what there is to do
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: $(READY) ## a whole campaign, simulated, evaluated and reported: start here
	$(BIN)/cranfield demo $(ARGS)

test: $(DEV) ## the whole suite, with the native core (where there is Rust) and with its Python twin
	$(BIN)/python -m pytest -q -n auto $(ARGS)

lint: $(DEV) docs ## ruff, mypy, import contracts, docs, and rustfmt, clippy and the crate's tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
ifneq ($(CARGO),)
	cargo fmt --manifest-path native/Cargo.toml --check
	PYO3_PYTHON=$(abspath $(BIN))/python cargo clippy --manifest-path native/Cargo.toml --locked --all-targets --all-features -- -D warnings
	cargo test --manifest-path native/Cargo.toml --locked --quiet
else
	@echo "note: no cargo on the PATH, so native/ was not linted"
endif

docs: $(READY) ## every link resolves, every message has its paragraph, every measure its page
	$(BIN)/python docs/check.py
	$(BIN)/python docs/generate.py --check

gallery: $(DEV) ## draw every plot into docs/gallery, from simulated data (then look at them)
	$(BIN)/python docs/gallery/make_gallery.py $(ARGS)

bench: $(DEV) ## time the work against the tools of the field
	$(BIN)/python benchmarks/run.py $(ARGS)

gold: $(DEV) ## accept today's output as the expected one (then read the diff)
	$(BIN)/python -m pytest -q -n auto --update-gold $(ARGS)

lock: $(VENV)/stamp-venv ## choose the newest versions of all packages anew, for every platform and Python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --universal --upgrade --python-version 3.11 --extra test --no-annotate \
	    --no-emit-index-url --custom-compile-command "make lock" --output-file requirements.lock pyproject.toml

$(VENV)/stamp-venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "error: cranfield needs Python 3.11 or later; name one: make PYTHON=python3.13 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo "error: this Python cannot make virtual environments" >&2; \
	      echo "hint: on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(READY): $(VENV)/stamp-venv $(SOURCES)
	@$(FORGET)
	$(PIP) --editable .
	@$(SAY_CORE)
	@touch $@

$(DEV): $(VENV)/stamp-venv $(SOURCES)
	@$(FORGET)
	$(PIP) --editable '.[test]'
	@$(SAY_CORE)
	@touch $(READY) $@

# The core lies among the sources. An old one must not survive a build that fails or leaves it out.
FORGET = rm -f $(VENV)/stamp-ready-* $(VENV)/stamp-dev-* src/cranfield/_native*.so

# pip hides a failed build of the optional core, so it is said here.
SAY_CORE = $(BIN)/python -c 'import cranfield._native' 2>/dev/null || echo "note: no native core, the Python twin does the \
    work$(if $(filter native,$(KIND)),; CRANFIELD_BUILD=native $(BIN)/pip install -e . says why)"
