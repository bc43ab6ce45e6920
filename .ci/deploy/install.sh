#!/usr/bin/env bash
# For test/outside: the programs of other people that check what is in deploy/, but for the one with Helm in it (chart.sh), which
# takes two and a half minutes of CPU to compile.
set -euo pipefail
cd "$(dirname "$(realpath "${BASH_SOURCE[0]}")")"
for program in promtool python; do bash "$program.sh" >/dev/null; done
