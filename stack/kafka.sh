# shellcheck shell=bash disable=SC2034,SC2154
# One Kafka node, broker and controller, from the jars of its Maven packages.
stop_signal=TERM
version=4.4.0
log4j=2.25.5 # of the log4j-api that this Kafka comes with

assemble() {
  # a test artefact that Kafka's pom names and nobody publishes
  local exclusions='<exclusions><exclusion><groupId>org.apache.kafka</groupId><artifactId>kafka-tools-api</artifactId></exclusion></exclusions>'
  {
    dependency org.apache.kafka kafka_2.13 "$version" "$exclusions"
    dependency org.apache.logging.log4j log4j-slf4j-impl "$log4j"
  } | copy_jars "$1"
  mv "$1/jars" "$2/lib"
  write_log4j_configuration "$2/log4j2.properties"
}

obtain() {
  java=$(java_home 17 "${KAFKA_JAVA_HOME:-}")/bin/java
  cached "kafka-$version"
  classes=(-Dlog4j2.configurationFile="$cache/kafka-$version/log4j2.properties" -cp "$cache/kafka-$version/lib/*")
}

format() {
  local port controller cluster protocol=PLAINTEXT users=()
  port=$(free_port)
  controller=$(free_port "$port")
  cluster=$(head -c 16 /dev/urandom | base64 | tr '+/' '-_' | cut -c1-22)
  if make_certificates; then
    node "$here/token-issuer.mjs" "$home/tls"
    protocol=SASL_SSL
    users=(--add-scram "SCRAM-SHA-256=[name=fooddata,password=secret]" --add-scram "SCRAM-SHA-512=[name=fooddata,password=secret]")
  fi
  # after a SIGKILL the broker may register anew when its session has ended: 3 s, not 17
  cat >"$home/server.properties" <<PROPERTIES
process.roles=broker,controller
node.id=1
controller.quorum.bootstrap.servers=127.0.0.1:$controller
listeners=$protocol://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller
advertised.listeners=$protocol://127.0.0.1:$port
controller.listener.names=CONTROLLER
inter.broker.listener.name=$protocol
log.dirs=$home/data
broker.session.timeout.ms=3000
broker.heartbeat.interval.ms=500
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=4
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
share.coordinator.state.topic.num.partitions=4
PROPERTIES
  if secured; then
    cat >>"$home/server.properties" <<PROPERTIES
listener.security.protocol.map=SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT
ssl.keystore.type=PEM
ssl.keystore.location=$home/tls/server-all.pem
ssl.truststore.type=PEM
ssl.truststore.location=$home/tls/ca.pem
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER
sasl.mechanism.inter.broker.protocol=PLAIN
listener.name.sasl_ssl.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="fooddata" password="secret" user_fooddata="secret";
listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
listener.name.sasl_ssl.oauthbearer.sasl.jaas.config=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;
listener.name.sasl_ssl.oauthbearer.sasl.server.callback.handler.class=org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler
sasl.oauthbearer.jwks.endpoint.url=file://$home/tls/jwks.json
sasl.oauthbearer.expected.issuer=fooddata stack
sasl.oauthbearer.expected.audience=kafka
PROPERTIES
  fi
  echo "$port" >"$home/port"
  "$java" -Dstack.log=error "${classes[@]}" kafka.tools.StorageTool format --standalone --cluster-id="$cluster" "${users[@]}" \
    -c "$home/server.properties" >>"$home/log" 2>&1 9>&- || { cat "$home/log" >&2 && die "format failed"; }
}

run() {
  # Kafka reads only what it is allowed to, keys of tokens included
  launch "$java" "-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=file://$home/tls/jwks.json" \
    "-Dorg.apache.kafka.sasl.oauthbearer.allowed.files=$home/tls/jwks.json" -Xms128m -Xmx"${KAFKA_HEAP:-512m}" -XX:+UseG1GC -XX:+ExitOnOutOfMemoryError "${classes[@]}" \
    kafka.Kafka "$home/server.properties"
}

broker() { echo "127.0.0.1:$(cat "$home/port")"; }
answers() {
  local authority=
  if secured; then authority=$home/tls/ca.pem; fi
  STACK_CA=$authority node --no-warnings "$here/answers.mjs" kafka "$(broker)"
}

settings() {
  echo "KAFKA_BROKERS=$(broker)"
  if secured; then
    echo "KAFKA_TLS=true"
    echo "KAFKA_CA_FILE=$home/tls/ca.pem"
    echo "KAFKA_SASL_MECHANISM=scram-sha-512"
    echo "KAFKA_SASL_USERNAME=fooddata"
    echo "KAFKA_SASL_PASSWORD_FILE=$home/tls/password"
  fi
}
