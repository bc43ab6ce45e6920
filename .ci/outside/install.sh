#!/usr/bin/env bash
# For test/outside: Python with Polars and pyarrow, with clients for agents, and Go, which is left alone where there is one.
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
for requirements in requirements.txt agents.txt agents-earlier.txt; do bash "$here/python.sh" $requirements; done
if command -v go >/dev/null; then exit; fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends golang-go >/dev/null
