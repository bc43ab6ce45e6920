# What the scripts of a day share: a folder of their own, the program, and checks that end the script. It is sourced.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# nothing of the surroundings reaches the program: they may name a database that is in use. What npm, pip and a browser need
# to get to a network and to be found is left
for name in $(compgen -e); do
  case $name in
    PATH | PWD | OLDPWD | HOME | USER | LANG | LC_* | TMPDIR | TERM | PROJECTOR | CLIENTS_VENV | CHROMIUM) ;;
    npm_config_* | PIP_* | *_PROXY | *_proxy | SSL_CERT_* | NODE_EXTRA_CA_CERTS) ;;
    *) unset "$name" 2>/dev/null || true ;;
  esac
done

work=$(mktemp -d)
at_end() { :; } # what a script has to end besides its own jobs
export DATA_DIR=$work/data BUNDLED_CATALOGUE=false
finish() {
  local code=$?
  at_end
  for pid in $(jobs -rp); do kill -9 "$pid" 2>/dev/null || true; done
  if [ "$code" -ne 0 ]; then
    if [ -s "$work/errors" ]; then tail -n 5 "$work/errors" >&2; fi
    echo "STOPPED with $code: what is above is not as promised" >&2
  fi
  rm -rf "$work"
}
trap finish EXIT

# a Node that is new enough, without the launcher, so that signals reach the program itself
node=$(node bin/node.mjs --print process.execPath)
export NODE_OPTIONS=--disable-warning=ExperimentalWarning NODE_COMPILE_CACHE=$PWD/node_modules/.cache/fooddata
fooddata() { "$node" --max-semi-space-size=8 --max-old-space-size=1024 src/main.ts "$@"; }

step() { printf '\n== %s\n' "$1"; }
typed() { echo "\$ ${*//$work\//}"; }
show() { # COMMAND...: what is typed, and then done
  typed fooddata "$@"
  fooddata "$@"
}
same() { # WHAT FOUND EXPECTED
  if [ "$2" != "$3" ]; then
    printf 'NOT SO: %s\nfound:    %s\nexpected: %s\n' "$1" "$2" "$3" >&2
    exit 1
  fi
  echo "ok: $1"
}
await() { # WHAT PID COMMAND...: asks until the command succeeds, for five minutes, while the process lives
  local until=$((SECONDS + 300))
  while ! "${@:3}"; do
    if [ "$SECONDS" -gt "$until" ] || ! kill -0 "$2" 2>/dev/null; then
      echo "NOT SO: $1" >&2
      exit 1
    fi
    sleep 0.1
  done
}
