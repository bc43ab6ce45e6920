#!/usr/bin/env bash
# bash examples/first-ten-minutes.sh: what somebody does who has just heard of this, in a fresh clone of what is committed here:
# install, start, search in a browser, with curl and from both languages, import a file, hand out a key, connect an agent. Says
# what it does, ends with 1 at the first thing that is not as promised, and ends and removes whatever it started.
# Needs git, Node >= 20 with npm, Python >= 3.11 with venv, curl, Chromium (CHROMIUM says where), and the registries of npm and
# PyPI. Takes one to two minutes where packages are near. CLIENTS_VENV: tools that build the Python client, where they are.
source "$(dirname "${BASH_SOURCE[0]}")/steps.sh"
# a newcomer has set nothing, but 8080 may be in use
unset DATA_DIR BUNDLED_CATALOGUE NODE_OPTIONS NODE_COMPILE_CACHE
export PORT=0 ADMIN_PORT=0

service=
# signal NAME: what a terminal sends to all that `npm start` started
signal() { if [ -n "$service" ]; then kill "-$1" -- "-$service" 2>/dev/null || true; fi; }
at_end() { signal KILL; }

json() { "$node" --print "JSON.parse(require('node:fs').readFileSync(0, 'utf8'))$1"; }
get() { curl --silent --show-error --max-time 30 --header "X-API-Key: $KEY" "$url$1"; }
is_ready() { grep -q '^Ready' "$work/out"; }
start() {
  typed npm start
  : >"$work/out"
  set -m # a group of its own, as in a terminal
  npm start >"$work/out" 2>"$work/errors" </dev/null &
  service=$!
  set +m
  await "the service starts" "$service" is_ready
  url=$(sed -nE 's/.* listens on (http:.*)/\1/p' "$work/out")
}
stop() {
  typed "Ctrl-C"
  signal INT
  wait "$service" || true
  if kill -0 -- "-$service" 2>/dev/null; then
    echo "NOT SO: Ctrl-C ends all that npm start started" >&2
    exit 1
  fi
  service=
  echo "ok: Ctrl-C ends all that npm start started"
}
# start_of README LANGUAGE: the program that a README begins with, with the address and the key of this service
start_of() { sed -n "/^\`\`\`$2\$/,/^\`\`\`\$/p" "$1" | sed "/^\`\`\`/d; s|http://127.0.0.1:8080|$url|; s|fdb_\.\.\.|$KEY|"; }
finds() { # WHAT FILE PATTERN: is in the file
  if ! grep -Eqi -- "$3" "$2"; then
    echo "NOT SO: $1" >&2
    cat "$2" >&2
    exit 1
  fi
  echo "ok: $1"
}

step "A fresh clone, and npm install"
git clone --quiet --depth 1 "file://$PWD" "$work/fooddata"
cd "$work/fooddata"
typed npm install
npm install --no-audit --no-fund --loglevel=error
echo "ok: it installs"

step "npm start: the first start brings in the catalogue and makes a key"
start
cat "$work/out"
finds "it says that it is ready, and where the first key is" "$work/out" "^Your first API key .* is in .*first-key"
pasted=$(sed -nE 's/^  (curl .*)/\1/p' "$work/out")
typed "$pasted"
(eval "$pasted --silent") >"$work/answer"
same "the line that it prints finds milk as it is pasted" "$(json '.results[0].name' <"$work/answer")" Milk
KEY=$(cat "$(sed -nE 's/^Your first API key .* is in (.*), which .*/\1/p' "$work/out")")
export KEY
same "the key is of the plan growth" "$(get /v1/me | json .plan)" growth

step "In the browser"
"$node" examples/first-ten-minutes/browser.mjs "$url" kefir | tee "$work/page"
finds "a person who types kefir finds some" "$work/page" "^kefir"

step "With curl, in three languages"
for question in "en milk Milk" "ru молоко Молоко" "ar حليب حليب"; do
  read -r lang words name <<<"$question"
  curl --silent --get --header "X-API-Key: $KEY" "$url/v1/search" --data-urlencode "q=$words" -d "lang=$lang" >"$work/answer"
  same "$words" "$(json '.results[0].name' <"$work/answer")" "$name"
done

step "From TypeScript and from Python: the packages are built, installed in an empty folder, and used as their READMEs say"
typed bash clients/build.sh
bash clients/build.sh >"$work/build" 2>&1 || { cat "$work/build" >&2 && exit 1; }
mkdir "$work/program"
start_of clients/typescript/README.md ts >"$work/program/start.mjs"
(cd "$work/program" && npm install --no-audit --no-fund --loglevel=error "$work"/fooddata/clients/dist/*.tgz >/dev/null)
(cd "$work/program" && "$node" start.mjs) | tee "$work/said"
finds "the start of the README for TypeScript finds milk" "$work/said" "^Milk 61"
start_of clients/python/README.md python >"$work/program/start.py"
python3 -m venv "$work/program/venv"
"$work/program/venv/bin/pip" install --quiet --disable-pip-version-check clients/dist/*.whl
"$work/program/venv/bin/python" "$work/program/start.py" | tee "$work/said"
finds "the start of the README for Python finds milk" "$work/said" "^Milk 61"

step "A file of a partner: the example of docs/sources.md"
sed -n '/^```csv$/,/^```$/p' docs/sources.md | sed '/^```/d' >"$work/feed.csv"
cat "$work/feed.csv"
typed npx fooddata import partner feed.csv --wait
npx fooddata import partner "$work/feed.csv" --wait
same "it is served beside the catalogue" "$(get /v1/product/p_4600000000008 | json '.brands')" Поле

step "A key for somebody else"
typed npx fooddata key issue --plan developer --name "a friend" --json
friend=$(npx fooddata key issue --plan developer --name "a friend" --json | json .key)
same "it works at once, with its own plan" "$(KEY=$friend get /v1/me | json .plan)" developer

step "An agent, over the Model Context Protocol"
KEY=$friend "$node" examples/first-ten-minutes/agent.mjs "$url" "oat milk" | tee "$work/said"
finds "it sees the tools" "$work/said" "search_food .*lookup_barcode|lookup_barcode .*search_food"
finds "and finds oat milk with one" "$work/said" "^oat|oat (milk|drink)"

step "Ctrl-C, and npm start again: it goes on where it was"
stop
start
same "the key works, and the file is there" "$(get /v1/product/p_4600000000008 | json '.brands')" Поле
stop

printf '\nAll of it held, in %s s.\n' "$SECONDS"
