#!/usr/bin/env bash
# npm run test:cluster [-- PATH...]: the tests that need Postgres, Kafka and OpenSearch. Each server is taken from the
# environment (DATABASE_URL, KAFKA_BROKERS, OPENSEARCH_URL), else from a stack that is up, else it is started for this
# run and removed afterwards. Without a server, or without a test, the run fails. With STACK_TLS=1 all three are started
# for this run, and demand TLS and a password, as do the servers that single tests start. TEST_PROJECT=browser runs the
# tests of the browser instead, against two nodes over these servers.
set -euo pipefail
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
stack() { bash "$here/stack.sh" "$@"; }

# what this run starts lies below, and so do the servers that single tests start for themselves
folder=$(mktemp -d "${TMPDIR:-/tmp}/fooddata-cluster-XXXXXX")
chmod 755 "$folder"
export STACK_TEST_DIR=$folder
tests=
# shellcheck disable=SC2317 # it is reached by the traps
finish() {
  local code=$?
  trap - EXIT INT TERM
  if [ -n "$tests" ] && kill "$tests" 2>/dev/null; then wait "$tests" || true; fi
  rm -rf "$folder/authority"
  for servers in "$folder"/*; do
    if [ -d "$servers" ]; then STACK_DIR=$servers stack down || code=1; fi
  done
  rmdir "$folder" || code=1
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

export_lines() {
  local line
  while IFS= read -r line; do export "${line?}"; done <<<"$1"
}

missing=()
take() { # VARIABLE SERVER
  local settings
  if [ -n "${!1:-}" ]; then return; fi
  if settings=$(stack settings "$2" 2>/dev/null); then export_lines "$settings"; else missing+=("$2"); fi
}
if [ "${STACK_TLS:-}" = 1 ]; then
  missing=(postgres kafka opensearch)
  export STACK_CA=$folder/authority
  # for the clients of the tests themselves; the program they start is given it by its settings
  export NODE_EXTRA_CA_CERTS=$STACK_CA/ca.pem
else
  take DATABASE_URL postgres
  take KAFKA_BROKERS kafka
  take OPENSEARCH_URL opensearch
fi

if [ ${#missing[@]} -gt 0 ]; then
  exports=$(STACK_DIR=$folder/shared stack up "${missing[@]}")
  eval "$exports"
fi

export TEST_TIER=cluster
# in the background: a shell that waits hears signals at once
node "$here/../bin/node.mjs" "$here/../node_modules/vitest/vitest.mjs" run --project="${TEST_PROJECT:-cluster}" "$@" &
tests=$!
code=0
wait "$tests" || code=$?
tests=
exit "$code"
