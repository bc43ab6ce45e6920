#!/usr/bin/env bash
# Go for test/outside; nothing where there is one.
set -euo pipefail
if command -v go >/dev/null; then exit; fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends golang-go >/dev/null
