#!/usr/bin/env bash
# Prints the path of a Python with the packages of a file beside this one, for test/outside, in an environment that is made
# once: `python.sh FILE`, or Polars and pyarrow without FILE. Needs Python >= 3.10 with venv, and PyPI, once. OUTSIDE_VENV is
# the folder of the environments.
set -euo pipefail
requirements=$(dirname "$(realpath "${BASH_SOURCE[0]}")")/${1:-requirements.txt}

venv=${OUTSIDE_VENV:-${TMPDIR:-/tmp}}/fooddata-outside-$(sha256sum "$requirements" | cut -c1-12)
# written last, so that an installation that broke off is made again
if [ ! -e "$venv/complete" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  # each file names all packages with their versions, so there is nothing to resolve; modules are compiled when they are used
  "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-compile --requirement "$requirements" >&2
  touch "$venv/complete"
fi
echo "$venv/bin/python"
