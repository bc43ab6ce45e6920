# shellcheck shell=bash disable=SC2034,SC2154
# Postgres from the distribution's package; the user may do everything and needs no password, from this machine only,
# unless STACK_TLS asks for one.
stop_signal=INT # "fast": ends sessions, then writes a checkpoint

find_binaries() {
  local folder
  for folder in "${POSTGRES_BIN:-}" /usr/lib/postgresql/*/bin; do
    [ ! -x "$folder/initdb" ] || [ ! -x "$folder/psql" ] || binaries=$folder
  done
  [ -n "${binaries:-}" ]
}

obtain() {
  find_binaries && return
  install postgresql
  find_binaries || die "the package postgresql brought no initdb"
}

format() {
  if [ ${#unprivileged[@]} -gt 0 ]; then chown 65534:65534 "$home"; fi
  free_port >"$home/port"
  local authentication=(--auth=trust)
  if make_certificates; then
    authentication=(--auth=scram-sha-256 --pwfile="$home/tls/password")
    if [ ${#unprivileged[@]} -gt 0 ]; then chown -R 65534:65534 "$home"; fi
  fi
  "${unprivileged[@]}" "$binaries/initdb" -D "$home/data" -U fooddata "${authentication[@]}" --encoding=UTF8 \
    --locale=C.UTF-8 >>"$home/log" 2>&1 9>&- || { cat "$home/log" >&2 && die "initdb failed"; }
  cat >>"$home/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
port = $(cat "$home/port")
unix_socket_directories = ''
max_connections = 200
shared_buffers = 256MB
max_wal_size = 2GB
CONF
  if secured; then
    cat >>"$home/data/postgresql.conf" <<CONF
ssl = on
ssl_cert_file = '$home/tls/server.pem'
ssl_key_file = '$home/tls/server.key'
CONF
    echo "hostssl all all 127.0.0.1/32 scram-sha-256" >"$home/data/pg_hba.conf"
  fi
}

run() {
  local folder deadline=$((SECONDS + 10))
  # Postgres takes a killed server for alive while it is a zombie. What tells is that none of its processes is left:
  # each works in the data folder.
  for folder in /proc/[0-9]*/cwd; do
    while [ "$folder" -ef "$home/data" ]; do
      [ $SECONDS -lt $deadline ] || die "${folder%/cwd} is still at work in $home/data"
      sleep 0.05
    done
  done
  rm -f "$home/data/postmaster.pid"
  launch "$binaries/postgres" -D "$home/data"
}

query() {
  local mode=prefer
  if secured; then mode=require; fi
  PGPASSWORD=secret PGSSLMODE=$mode "$binaries/psql" -X -q -At -h 127.0.0.1 -p "$(cat "$home/port")" -U fooddata -d "$1" -c "$2" >/dev/null 2>&1
}
answers() {
  find_binaries && { query fooddata 'select 1' || { query postgres 'create database fooddata' && query fooddata 'select 1'; }; }
}

settings() {
  local user=fooddata mode=
  if secured; then
    user=fooddata:secret mode="?sslmode=verify-full"
    echo "DATABASE_CA_FILE=$home/tls/ca.pem"
  fi
  echo "DATABASE_URL=postgres://$user@127.0.0.1:$(cat "$home/port")/fooddata$mode"
}
