# shellcheck shell=bash disable=SC2154
# Starts and ends one server; sourced by stack.sh. A server's own file says what its software is and sets:
#   stop_signal              what ends it cleanly
#   obtain                   gets the software, if it is not there
#   format                   writes configuration and an empty store into $home
#   run                      launches it
#   answers                  whether it really answers now
#   settings                 prints the settings of the service for it, NAME=VALUE

die() {
  echo "stack: ${server:+$server: }$*" >&2
  exit 1
}

[ "$(uname)" = Linux ] || die "works on Linux only; elsewhere: docker compose --file docker-compose.cluster.yml up"

# Servers refuse to run as root, or should: root starts them as nobody
unprivileged=()
[ "$(id -u)" != 0 ] || unprivileged=(setpriv --reuid=65534 --regid=65534 --clear-groups --)

# One command at a time works on a folder. The lock goes with the folder: whoever waited for a removed one tries again.
lock() {
  mkdir -p "$directory"
  [ -O "$directory" ] || die "$directory belongs to somebody else"
  chmod 755 "$directory"
  exec 9>>"$directory/lock"
  flock -w 900 9 || die "another stack command has held $directory for 15 minutes"
  [ "$directory/lock" -ef /proc/self/fd/9 ] || lock
}

# free_port [TAKEN...]: below the range of outgoing connections
free_port() {
  local port
  while :; do
    port=$((20000 + (RANDOM << 1 ^ RANDOM) % 12000))
    case " $* " in *" $port "*) continue ;; esac
    (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
  echo "$port"
}

# started_at PID: clock ticks since boot, by which a pid that was given out again is told from ours
started_at() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }
# gone PID: no process, or one that has closed its files and ports and waits to be reaped
gone() { ! grep -qs '^State:.[^ZX]' "/proc/$1/status"; }

# launch COMMAND...: in a session of its own, so that Ctrl-C is not for it; without our locks
launch() {
  setsid "${unprivileged[@]}" "$@" </dev/null >>"$home/log" 2>&1 9>&- 8>&- &
  echo "$! $(started_at $!)" >"$home/pid"
}
pid() { cut -d' ' -f1 "$home/pid"; }
running() {
  local process started
  read -r process started 2>/dev/null <"$home/pid" && ! gone "$process" && [ "$(started_at "$process")" = "$started" ]
}

# end SIGNAL SECONDS: false when something of it is still there then
end() {
  local process all children deadline=$((SECONDS + $2))
  running || return 0
  process=$(pid)
  all=("$process")
  if [ "$1" = KILL ]; then
    read -r -d '' -a children < <(cat "/proc/$process/task/"*/children 2>/dev/null) || true # ends at the end of file
    all+=("${children[@]}")
  fi
  kill "-$1" "${all[@]}" 2>/dev/null || true
  for process in "${all[@]}"; do
    until gone "$process"; do
      [ $SECONDS -lt $deadline ] || return 1
      sleep 0.05
    done
  done
  rm -f "$home/pid"
}

start() {
  if ! running; then
    obtain
    if [ ! -e "$home/formatted" ]; then
      rm -rf "$home"
      mkdir -p "$home"
      format
      touch "$home/formatted"
    fi
    if [ ${#unprivileged[@]} -gt 0 ]; then
      chown -R 65534:65534 "$home"
      "${unprivileged[@]}" test -w "$home/formatted" || die "user 65534 cannot reach $home: set STACK_DIR or TMPDIR"
    fi
    run
  fi
  await_answer
}

await_answer() {
  local limit=${STACK_TIMEOUT_S:-180} since=$SECONDS
  until answers; do
    running || { tail -n 20 "$home/log" >&2 && die "ended while starting"; }
    [ $((SECONDS - since)) -lt "$limit" ] || { tail -n 20 "$home/log" >&2 && die "no answer in $limit s"; }
    sleep 0.2
  done
  echo "stack: $server answers after $((SECONDS - since)) s" >&2
}

stop() { end "$stop_signal" 30 || end KILL 10 || die "does not end"; }
crash() { end KILL 10 || die "does not end"; }
restart() {
  [ -e "$home/formatted" ] || die "was never started"
  stop
  start
}
remove() {
  stop
  rm -rf "$home"
}

# install PACKAGE: from the distribution, one at a time
install() (
  command -v apt-get >/dev/null || die "not found, and there is no apt-get to install $1 with"
  [ "$(id -u)" = 0 ] || die "not found: apt-get install $1"
  exec 7<"$directory" 9>&-
  flock 7
  echo "stack: installing the package $1" >&2
  export DEBIAN_FRONTEND=noninteractive
  log=$(apt-get update -qq 2>&1 && apt-get install -y -qq --no-install-recommends "$1" 2>&1) || {
    tail -n 5 <<<"$log" >&2
    die "apt-get install $1 failed"
  }
)

# java_home MINIMUM [CANDIDATE]: the first JDK that is new enough
java_home() {
  local candidate version
  for candidate in "${2:-}" "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    [ -x "${candidate:-none}/bin/jar" ] || continue
    version=$("$candidate/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = //p')
    case $version in '' | *.*) continue ;; esac
    [ "$version" -lt "$1" ] || { echo "$candidate" && return; }
  done
  die "needs a JDK >= $1: install one or name it in ${server^^}_JAVA_HOME"
}

# cached NAME: $cache/NAME is there, made by `assemble WORK_FOLDER HOME` unless an earlier run has made it
cached() {
  local work
  cache=${STACK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/fooddata-stack}
  # /root is closed to the user that the servers run as
  if [ "$(id -u)" = 0 ] && [ -z "${STACK_CACHE:-}" ]; then cache=/var/cache/fooddata-stack; fi
  mkdir -p "$cache"
  exec 8>>"$cache/$1.lock"
  flock 8
  if [ ! -d "$cache/$1" ]; then
    echo "stack: assembling $1, once" >&2
    work=$(mktemp -d "$cache/.$1.XXXXXX")
    # shellcheck disable=SC2064 # work is gone when the trap runs
    trap "rm -rf '$work'" EXIT
    mkdir "$work/home"
    assemble "$work" "$work/home"
    chmod -R a+rX "$work/home"
    mv -T "$work/home" "$cache/$1"
    rm -rf "$work"
  fi
  exec 8>&-
}

# dependency GROUP ARTIFACT VERSION [MORE]
dependency() {
  echo "<dependency><groupId>$1</groupId><artifactId>$2</artifactId><version>$3</version>${4:-}</dependency>"
}

# copy_jars WORK_FOLDER: the dependencies on standard input, and what they need, into WORK_FOLDER/jars
copy_jars() {
  local try
  command -v mvn >/dev/null || install maven
  {
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>local</groupId>'
    echo "<artifactId>$server</artifactId><version>1</version><packaging>pom</packaging><dependencies>"
    cat
    echo '</dependencies></project>'
  } >"$1/pom.xml"
  for try in 1 2 3; do
    if mvn -q -B -f "$1/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
      -DincludeScope=runtime -DoutputDirectory="$1/jars" >"$1/maven.log" 2>&1; then return; fi
    echo "stack: $server: Maven failed, try $try" >&2
  done
  grep -m 5 ERROR "$1/maven.log" >&2 || true
  die "Maven could not get the jars"
}

# secured: was the server set up to demand TLS and a password?
secured() { [ -e "$home/tls/ca.pem" ]; }

# make_certificates: in $home/tls, for 127.0.0.1, with the password, if STACK_TLS asks for them; false if it does not
make_certificates() {
  [ "${STACK_TLS:-}" = 1 ] || return 1
  mkdir "$home/tls"
  make_certificate "${STACK_CA:-$home/tls}" >>"$home/log" 2>&1 9>&- || { cat "$home/log" >&2 && die "openssl failed"; }
  echo secret >"$home/tls/password"
}

# make_certificate AUTHORITY: signed by the authority in that folder, which the first server makes
make_certificate() (
  mkdir -p "$1" && exec 7>>"$1/lock" && flock 7 || return
  if [ ! -e "$1/ca.pem" ]; then
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=fooddata stack" -keyout "$1/ca.key" -out "$1/ca.pem" || return
  fi
  cd "$home/tls" &&
    openssl req -newkey rsa:2048 -nodes -subj "/CN=127.0.0.1" -keyout server.key -out server.csr &&
    openssl x509 -req -in server.csr -CA "$1/ca.pem" -CAkey "$1/ca.key" -days 2 -out server.pem \
      -extfile <(echo "subjectAltName=IP:127.0.0.1") &&
    cat server.key server.pem "$1/ca.pem" >server-all.pem &&
    chmod 600 ./*.key server-all.pem &&
    { [ "$1/ca.pem" -ef ca.pem ] || cp "$1/ca.pem" ca.pem; }
)

write_log4j_configuration() {
  cat >"$1" <<'L4J'
status = error
appender.c.type = Console
appender.c.name = c
appender.c.layout.type = PatternLayout
appender.c.layout.pattern = %d{ISO8601} %-5p %c{1.} %m%n
rootLogger.level = ${sys:stack.log:-info}
rootLogger.appenderRef.c.ref = c
L4J
}
