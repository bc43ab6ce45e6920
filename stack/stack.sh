#!/usr/bin/env bash
# Postgres, Kafka and OpenSearch without Docker: on loopback, in a temporary folder, for tests and for trying out the
# cluster tier. Nothing here is fit for production: no replicas, and no passwords but with STACK_TLS.
#
#   npm run -s stack -- up [SERVER...]      start what is not running; prints the lines to export
#   npm run -s stack -- status              what runs where; exit code 1 unless all three answer
#   npm run -s stack -- restart SERVER...   stop, if it runs, and start on the same data and port
#   npm run -s stack -- kill SERVER...      SIGKILL of the server and its children, as a crash test wants it
#   npm run -s stack -- settings SERVER...  the service's settings for it, NAME=VALUE
#   npm run -s stack -- down [SERVER...]    stop, and remove the data
#
# SERVER is postgres, kafka or opensearch. Started is only what this folder holds no running server of yet, ended only
# what it started.
#
#   STACK_DIR             another folder, hence other servers (default: one per user and checkout in the temporary folder)
#   STACK_CACHE           where assembled servers are kept (default: /var/cache for root, else ~/.cache)
#   STACK_TIMEOUT_S       how long a server may take to answer (default 180)
#   STACK_TLS             1: servers that are set up anew demand TLS and a password, with certificates of two days
#   STACK_CA              a folder with the authority that vouches for them, made if it is not there (default: each has one
#                         of its own)
#   KAFKA_HEAP, OPENSEARCH_HEAP             Java heaps (default 512m, 1g)
#   KAFKA_JAVA_HOME, OPENSEARCH_JAVA_HOME   a JDK >= 17 and >= 21, where /usr/lib/jvm has none
set -euo pipefail
umask 022

here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
servers=(postgres kafka opensearch)
directory=$(realpath -m "${STACK_DIR:-${TMPDIR:-/tmp}/fooddata-stack-$(id -u)-$(cksum <<<"$here" | cut -d' ' -f1)}")
# shellcheck source=stack/lifecycle.sh
source "$here/lifecycle.sh"

# each ACTION SERVER...: all at once. Never call it in a condition: there, errors would not end an action.
each() {
  local action=$1 server job failed=0 jobs=()
  for server in "${@:2}"; do
    (
      use "$server"
      "$action"
    ) &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job" || failed=1; done
  [ "$failed" = 0 ] || die "$action failed; logs are in $directory"
}

# use SERVER: its functions, and $home, its folder
use() {
  server=$1 home=$directory/$1
  # shellcheck source=/dev/null
  source "$here/$1.sh"
}

print_settings() {
  local name
  for name in "$@"; do (use "$name" && running && settings) || die "$name is down"; done
}

print_exports() {
  local lines line
  lines=$(print_settings "$@")
  while IFS= read -r line; do printf 'export %s=%q\n' "${line%%=*}" "${line#*=}"; done <<<"$lines"
}

status() {
  local name down=0
  for name in "${servers[@]}"; do
    (use "$name" && if running && answers; then echo "$name: $(settings | tr '\n' ' ')pid $(pid)"; else echo "$name: down" && false; fi) || down=1
  done
  return "$down"
}

command=${1:-help}
chosen=("${@:2}")
for name in "${chosen[@]}"; do
  case " ${servers[*]} " in *" $name "*) ;; *) die "there is no server '$name': ${servers[*]}" ;; esac
done
case $command in
  up | down) [ ${#chosen[@]} -gt 0 ] || chosen=("${servers[@]}") ;;
  kill | restart | settings) [ ${#chosen[@]} -gt 0 ] || die "$command which server? ${servers[*]}" ;;
esac

case $command in
  up)
    lock
    echo "stack: ${chosen[*]} in $directory" >&2
    each start "${chosen[@]}"
    print_exports "${chosen[@]}"
    ;;
  down)
    [ -d "$directory" ] || exit 0
    lock
    each remove "${chosen[@]}"
    if [ "$(ls -A "$directory")" = lock ]; then rm -r "$directory"; fi
    ;;
  kill)
    lock
    each crash "${chosen[@]}"
    ;;
  restart)
    lock
    each restart "${chosen[@]}"
    ;;
  settings) print_settings "${chosen[@]}" ;;
  status) echo "stack: $directory" && status ;;
  *) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
esac
