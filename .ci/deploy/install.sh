#!/usr/bin/env bash
# For test/outside: the programs of other people that check what is in deploy/. The first time takes two minutes, because of Helm.
set -euo pipefail
cd "$(dirname "$(realpath "${BASH_SOURCE[0]}")")"
for program in promtool python chart; do bash "$program.sh" >/dev/null; done
