#!/usr/bin/env bash
# bash .ci/abuse/schemathesis.sh [SECONDS]: all phases of schemathesis (examples, coverage, fuzzing, stateful) with all
# checks, against a service of its own that knows the curated foods; 20 s unless said otherwise. Needs Python >= 3.10
# with venv, and PyPI, once. One seed, so that a failure is of the change; SCHEMATHESIS_SEED=<seed> takes another.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-20}
seed=${SCHEMATHESIS_SEED:-20261121}

venv=${SCHEMATHESIS_VENV:-${TMPDIR:-/tmp}/fooddata-schemathesis-$(sha256sum .ci/abuse/requirements.txt | cut -c1-12)}
if [ ! -x "$venv/bin/schemathesis" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement .ci/abuse/requirements.txt
fi

folder=$(mktemp -d)
export DATA_DIR="$folder/data" BUNDLED_CATALOGUE=false PORT=0 ADMIN_PORT=0 ENFORCE_PLAN_LANGUAGES=false ANALYZE_MIN_PLAN=starter
service=
finish() {
  local code=$?
  if [ -n "$service" ]; then
    kill "$service" 2>/dev/null || true
    wait "$service" || true
  fi
  if [ "$code" -ne 0 ]; then grep -E '"level":"(WARN|ERROR|FATAL)"' "$folder/log" | tail -5 || true; fi
  rm -rf "$folder"
}
trap finish EXIT

key() { node bin/node.mjs src/main.ts key issue "$@" --json | sed -E 's/.*"key":"([^"]+)".*/\1/'; }
main=$(key --plan business)
spare=$(key --plan business)
auditor=$(key --role auditor)
node bin/node.mjs src/main.ts import curated data/curated.jsonl >/dev/null
node bin/node.mjs src/main.ts serve >"$folder/out" 2>"$folder/log" &
service=$!
until grep -q '^Ready' "$folder/out"; do
  kill -0 "$service"
  sleep 0.2
done
url=$(sed -nE 's/.* listens on (http:.*)/\1/p' "$folder/out")
# the search by meaning answers some seconds after the rest
until curl --silent --fail --output "$folder/answer" --header "X-API-Key: $main" "$url/v1/semantic-search?q=milk"; do
  sleep 0.2
done

# run KEY SECONDS OPTION... No answer may take longer than the deadline of the service
run() {
  (
    cd "$folder"
    "$venv/bin/schemathesis" --config-file "$OLDPWD/.ci/abuse/schemathesis.toml" run "$url/openapi.json" \
      --header "X-API-Key: $1" --max-time "$2" --seed "$seed" --rate-limit 90/s --workers 2 \
      --request-timeout 15 --max-response-time 10 --continue-on-failure "${@:3}"
  )
}
run "$main" "$seconds" --exclude-operation-id rotateKey --exclude-path-regex '^/v1/audit/'
# only keys of auditors open these, ten requests a second
run "$auditor" 10 --include-path-regex '^/v1/audit/' --rate-limit 9/s
# each rotation ends its key: what follows is a 401
run "$spare" 5 --include-operation-id rotateKey --phases examples,coverage,fuzzing

if grep -E '"level":"(ERROR|FATAL)"' "$folder/log"; then
  echo "the service logged unhandled failures"
  exit 1
fi
