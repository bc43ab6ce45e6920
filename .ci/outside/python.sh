#!/usr/bin/env bash
# Prints the path of a Python that has Polars and pyarrow for test/outside, in an environment that is made once. Needs
# Python >= 3.10 with venv, and PyPI, once. OUTSIDE_VENV says where the environment is.
set -euo pipefail
requirements=$(dirname "$(realpath "${BASH_SOURCE[0]}")")/requirements.txt

venv=${OUTSIDE_VENV:-${TMPDIR:-/tmp}/fooddata-outside-$(sha256sum "$requirements" | cut -c1-12)}
# written last, so that an installation that broke off is made again
if [ ! -e "$venv/complete" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements" >&2
  touch "$venv/complete"
fi
echo "$venv/bin/python"
