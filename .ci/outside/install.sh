#!/usr/bin/env bash
# For test/outside: Python with Polars and pyarrow, and Go, which is left alone where there is one.
set -euo pipefail
cd "$(dirname "$(realpath "${BASH_SOURCE[0]}")")"
bash python.sh
if command -v go >/dev/null; then exit; fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends golang-go >/dev/null
