#!/usr/bin/env bash
# Fills the disk under an import and under a service that meters, on a small disk of its own in a mount namespace that
# ends with it. Needs Linux, and root or user namespaces.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(--map-root-user); fi
unshare --mount "${as_root[@]}" bash -euc '
  mount -t tmpfs -o size=3m,mode=700 tmpfs "$1"
  node bin/node.mjs .ci/abuse/disk-full.mjs "$1" import-fails
  mount -o remount,size=40m,mode=700 "$1"
  node bin/node.mjs .ci/abuse/disk-full.mjs "$1" import-again
  node bin/node.mjs .ci/abuse/disk-full.mjs "$1" metering
' -- "$folder"
