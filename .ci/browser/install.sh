#!/usr/bin/env bash
# Debian's Chromium for the tests in a browser, with fonts for the three languages; nothing where there is one.
set -euo pipefail
if [ -x "${CHROMIUM:-/usr/bin/chromium}" ]; then exit; fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends chromium fonts-noto-core >/dev/null
