# Each target does its own set-up: a machine with Python 3.11 or later and make is enough (bench: Linux).
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help demo test lint types check docs screenshots studies bench clean

help:  ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade "pip>=25.1"

$(VENV)/.run: pyproject.toml | $(BIN)/python
	$(PIP) install --editable .
	@touch $@

$(VENV)/.develop: pyproject.toml | $(BIN)/python
	$(PIP) install --editable . --group test --group lint
	@touch $@ $(VENV)/.run

demo: $(VENV)/.run  ## evaluate the predictions of a shipped example
	$(BIN)/abovechance evaluate examples/breast_cancer.csv --truth diagnosis --prediction tree --positive malignant

test: $(VENV)/.develop  ## run all tests
	$(BIN)/python -m pytest -n auto --dist loadgroup

lint: $(VENV)/.develop  ## check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.develop  ## check types
	$(BIN)/mypy

docs: $(VENV)/.develop  ## write the generated pages and pictures of docs/ and the type stub anew
	$(BIN)/python tools/make_stub.py
	$(BIN)/python tools/make_docs.py
	$(BIN)/python tools/make_picture.py
	$(BIN)/python tools/make_curve_pictures.py
	$(BIN)/python tools/make_pictures.py
	$(BIN)/python tools/make_limits.py

screenshots: $(VENV)/.develop  ## take the screenshots of the page anew, in a real Chromium
	PYTHONPATH=. $(BIN)/python tools/make_screenshots.py

studies: $(VENV)/.develop  ## run the ready-made studies in full and write their pages anew
	$(BIN)/python tools/make_studies.py

$(VENV)/.bench: pyproject.toml | $(VENV)/.develop
	$(PIP) install --group bench
	@touch $@

bench: $(VENV)/.bench  ## measure against the peers, print a table of ratios
	$(BIN)/python benchmarks/core.py
	$(BIN)/python benchmarks/scale.py
	$(BIN)/python benchmarks/curves.py
	$(BIN)/python benchmarks/inference.py
	$(BIN)/python benchmarks/solve.py
	$(BIN)/python benchmarks/quantify.py
	$(BIN)/python benchmarks/raters.py
	$(BIN)/python benchmarks/clusterings.py
	$(BIN)/python benchmarks/simulation.py
	$(BIN)/python benchmarks/page.py

check: lint types test  ## all that a change must pass

clean:  ## remove the environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
