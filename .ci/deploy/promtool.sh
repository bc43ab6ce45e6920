#!/usr/bin/env bash
# Prints the path of promtool: the machine's, or that of Debian's package of Prometheus, which is unpacked and not installed,
# because installing it starts a server. PROMTOOL says where it is.
set -euo pipefail
if command -v "${PROMTOOL:-promtool}"; then exit; fi

folder=${TMPDIR:-/tmp}/fooddata-promtool
if [ ! -e "$folder/usr/bin/promtool" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  chmod 755 "$work" # apt downloads as a user of its own
  cd "$work"
  apt-get update -qq >&2
  apt-get download -qq prometheus >&2
  dpkg-deb --extract prometheus_*.deb "$work/unpacked"
  rm -rf "$folder"
  mv "$work/unpacked" "$folder"
fi
echo "$folder/usr/bin/promtool"
