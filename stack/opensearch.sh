# shellcheck shell=bash disable=SC2034,SC2154
# One OpenSearch node with k-NN, assembled from the jars of its Maven packages. The security plugin is not among them:
# where TLS and a password are asked for, a proxy in front of it demands them.
# It has the analysers, scripts and field types of the stock image that the service's mappings use, and no others.
stop_signal=TERM
version=3.6.0
knn=3.6.0.0
log4j=2.25.3 # of the log4j-api that this OpenSearch comes with

assemble() {
  local artifact
  local alone='<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>'
  {
    for artifact in opensearch opensearch-plugin-classloader opensearch-agent-bootstrap; do
      dependency org.opensearch "$artifact" "$version"
    done
    for artifact in transport-netty4-client transport-grpc analysis-common lang-painless mapper-extras-client reindex-client; do
      dependency org.opensearch.plugin "$artifact" "$version"
    done
    dependency org.opensearch.plugin opensearch-knn "$knn" "<type>zip</type>$alone"
    dependency org.apache.logging.log4j log4j-core "$log4j"
  } | copy_jars "$1"
  rm -f "$1/jars"/netty-codec-native-quic-*.jar
  mkdir -p "$2"/{bin,lib,modules,plugins/opensearch-knn}
  (cd "$2/plugins/opensearch-knn" && "$jdk/bin/jar" xf "$1/jars/opensearch-knn-$knn.zip")
  rm "$1/jars/opensearch-knn-$knn.zip"
  place_modules "$1/jars" "$2/modules"
  mv "$1/jars"/*.jar "$2/lib/"
}

# A module has a class loader of its own: its jars must not lie in lib
place_modules() {
  local jars=$1 modules=$2
  module transport-netty4 transport.Netty4ModulePlugin '' transport-netty4-client- opensearch-netty4- netty-
  module lang-painless painless.PainlessModulePlugin '' lang-painless- opensearch-scripting-painless-spi- antlr4-runtime- asm-
  module analysis-common analysis.common.CommonAnalysisModulePlugin lang-painless analysis-common-
  module mapper-extras index.mapper.MapperExtrasModulePlugin '' mapper-extras-client-
  module reindex index.reindex.ReindexModulePlugin '' reindex-client- opensearch-rest-client- opensearch-ssl-config- \
    httpclient5- httpcore5- commons- slf4j-api-
  # k-NN is built on it; it listens only where a setting says so
  module transport-grpc transport.grpc.GrpcPlugin '' transport-grpc- guava- failureaccess- grpc- perfmark-api- protobufs-
}

# module NAME CLASS EXTENDED JAR_PREFIX...
module() {
  local folder=$modules/$1 prefix jar
  mkdir "$folder"
  for prefix in "${@:4}"; do
    for jar in "$jars/$prefix"*.jar; do [ ! -e "$jar" ] || mv "$jar" "$folder/"; done
  done
  cat >"$folder/plugin-descriptor.properties" <<DESCRIPTOR
name=$1
description=$1
version=$version
opensearch.version=$version
java.version=21
classname=org.opensearch.$2
extended.plugins=$3
has.native.controller=false
DESCRIPTOR
}

obtain() {
  jdk=$(java_home 21 "${OPENSEARCH_JAVA_HOME:-}")
  cached "opensearch-$version"
  distribution=$cache/opensearch-$version
}

format() {
  local port http
  port=$(free_port)
  http=$port
  mkdir -p "$home"/{config,data,logs,tmp}
  if make_certificates; then
    http=$(free_port "$port")
    echo "$http" >"$home/http-port"
    # beyond ASCII, because the encoding of such a password is easily got wrong
    echo søkret >"$home/tls/password"
    {
      echo "Basic $(printf fooddata:søkret | base64)"
      echo "ApiKey $(printf id:secret | base64)"
    } >"$home/tls/authorizations"
  fi
  # the disk watermarks would make indices read-only on a machine whose disk is mostly full
  cat >"$home/config/opensearch.yml" <<YML
cluster.name: fooddata-stack-$port
node.name: stack
path.data: $home/data
path.logs: $home/logs
network.host: 127.0.0.1
http.port: $http
transport.port: $(free_port "$port" "$http")
discovery.type: single-node
action.auto_create_index: false
cluster.routing.allocation.disk.threshold_enabled: false
YML
  write_log4j_configuration "$home/config/log4j2.properties"
  echo "$port" >"$home/port"
}

run() {
  local heap=${OPENSEARCH_HEAP:-1g} proxy=()
  if secured; then
    # the proxy starts the node, and they end together
    proxy=(node "$here/auth-proxy.mjs" "$(cat "$home/port")" "$(cat "$home/http-port")" "$home/tls" "${unprivileged[@]}")
    local unprivileged=()
  fi
  launch "${proxy[@]}" "$jdk/bin/java" -Xms"$heap" -Xmx"$heap" -Xss1m -XX:+UseG1GC -XX:+ExitOnOutOfMemoryError -Dfile.encoding=UTF-8 \
    --add-modules=jdk.incubator.vector --enable-native-access=ALL-UNNAMED -Djava.awt.headless=true \
    -Djava.locale.providers=SPI,CLDR -Dio.netty.noUnsafe=true -Dio.netty.noKeySetOptimization=true \
    -Dio.netty.recycler.maxCapacityPerThread=0 -Dio.netty.allocator.numDirectArenas=0 \
    -Dlog4j.shutdownHookEnabled=false -Dlog4j2.disable.jmx=true -Djna.nosys=true -Djna.tmpdir="$home/tmp" \
    -Djava.io.tmpdir="$home/tmp" -Dopensearch.path.home="$distribution" -Dopensearch.path.conf="$home/config" \
    -cp "$distribution/lib/*" org.opensearch.bootstrap.OpenSearch
}

url() {
  local scheme=http
  if secured; then scheme=https; fi
  echo "$scheme://127.0.0.1:$(cat "$home/port")"
}
answers() {
  local authority= authorization=
  if secured; then
    authority=$home/tls/ca.pem
    authorization=$(head -n 1 "$home/tls/authorizations")
  fi
  NODE_EXTRA_CA_CERTS=$authority STACK_AUTHORIZATION=$authorization \
    node --no-warnings "$here/answers.mjs" opensearch "$(url)"
}

settings() {
  echo "OPENSEARCH_URL=$(url)"
  if secured; then
    echo "OPENSEARCH_CA_FILE=$home/tls/ca.pem"
    echo "OPENSEARCH_USERNAME=fooddata"
    echo "OPENSEARCH_PASSWORD_FILE=$home/tls/password"
  fi
}
