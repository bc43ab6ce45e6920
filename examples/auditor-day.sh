#!/usr/bin/env bash
# bash examples/auditor-day.sh: the auditor's day of docs/audit.md, done once from beginning to end against a service of its
# own in a folder that is removed afterwards. Says what it does, and ends with 1 at the first thing that is not as promised.
# Needs a checkout after `npm install`, and curl; takes about a minute. In the last step it forges an event as somebody would
# who has the database, and then the whole tree as somebody would who has its key, too.
source "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

# the service keeps the tree; a proxy on this machine says whose requests it hands on
export AUDIT_TREE=$work/tree AUDIT_ORIGIN=food.example/audit TRUSTED_PROXIES=127.0.0.1 PORT=0 ADMIN_PORT=0 LOG_LEVEL=Warn
json() { "$node" --print "JSON.parse(require('node:fs').readFileSync(0, 'utf8'))$1"; }
get() { # KEY PATH OPTION...
  curl --silent --show-error --max-time 30 --header "X-API-Key: $1" --header "X-Forwarded-For: 203.0.113.77" "${@:3}" "$url$2"
}
status() { get "$1" "$2" --output /dev/null --write-out '%{http_code}'; }
is_ready() { grep -q '^Ready' "$work/out"; }
serve() {
  : >"$work/out" # what the one before said
  "$node" src/main.ts serve >"$work/out" 2>"$work/errors" &
  service=$!
  await "the service starts" "$service" is_ready
  url=$(sed -nE 's/.* listens on (http:.*)/\1/p' "$work/out")
}

step "An operator hands out a key of the role auditor; a client uses its own, and rotates it"
fooddata import curated data/curated.jsonl >/dev/null
auditor=$(fooddata key issue --role auditor --name "Anna, auditor" --as maria --json | json .key)
issued=$(fooddata key issue --plan growth --as maria --json)
client=$(json .key_id <<<"$issued")
serve
rotated=$(get "$(json .key <<<"$issued")" /v1/dashboard/keys/rotate --request POST | json .key)
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do get "$rotated" "/v1/search?q=milk" --output /dev/null; done
same "the auditor's key opens the trail" "$(status "$auditor" /v1/audit/events)" 200
same "and no data" "$(status "$auditor" "/v1/search?q=milk")" 403
same "the client's key opens no trail" "$(status "$rotated" /v1/audit/events)" 403

step "The rotations of this quarter: who, when, and from where"
# its first day, and its last
quarter=$("$node" --print 'const now = new Date(), year = now.getUTCFullYear(), month = 3 * Math.floor(now.getUTCMonth() / 3);
  const day = (...date) => new Date(Date.UTC(...date)).toISOString().slice(0, 10);
  `from=${day(year, month, 1)}&to=${day(year, month + 3, 0)}`')
rotations="/v1/audit/events?type=KeyRotated&$quarter"
typed "curl -H 'X-API-Key: …' '$rotations&format=csv'"
# within seconds the tree has what was done
in_tree() { [ "$(get "$auditor" "$rotations" | json '.rows[0]?.leaf ?? "none"')" != none ]; }
await "the rotation is a leaf of the tree" "$service" in_tree
get "$auditor" "$rotations&format=csv"
get "$auditor" "$rotations" >"$work/rotations"
same "it is the client's, from the client's address" \
  "$(json '.rows.map(({ target, actor, address }) => [target, actor, address].join(" "))' <"$work/rotations")" \
  "[ '$client key:$client 203.0.113.77' ]"
rotation=$(json '.rows[0].id' <"$work/rotations")
leaf=$(json '.rows[0].leaf' <"$work/rotations")

step "What the auditor keeps, out of everybody's reach: a checkpoint of today"
get "$auditor" /audit/checkpoint >"$work/kept-checkpoint"
cat "$work/kept-checkpoint"

step "The service is killed under load; then calls are reconciled from all who count them"
for _ in 1 2 3 4; do
  (while get "$rotated" "/v1/search?q=milk" --output /dev/null 2>/dev/null; do :; done) &
done
used() { [ "$(get "$rotated" /v1/me | json .requests_today)" -ge 30 ]; }
await "there is load" "$service" used
kill -9 "$service"
wait 2>/dev/null || true
serve
kill -TERM "$service"
wait "$service"
show audit usage "$client" --from "$("$node" --print 'new Date().toISOString().slice(0, 10)')"
echo "ok: events, ledger, usage report and /v1/me say the same"

step "The whole trail as evidence: is it all?"
fooddata events export | grep -E '"stream":"(key|account|audit)-' | "$node" --print \
  'require("node:fs").readFileSync(0, "utf8").trim().split("\n").map((line) => JSON.parse(line).id).sort().join("\n")' >"$work/in-log"
show audit events --format ndjson --out "$work/trail.ndjson" --as anna | tee "$work/about"
about() { tail -n 1 "$work/about" | json "$1"; }
same "it has as many events as were looked at, and as there are" "$(about '.rows') $(about .scanned)" "$(about .population) $(about .population)"
same "its hash is that of the file" \
  "$("$node" --print 'require("node:crypto").hash("sha256", require("node:fs").readFileSync(process.argv[1]))' "$work/trail.ndjson")" \
  "$(about .sha256)"
same "they are those of the log, one by one" \
  "$("$node" --print 'require("node:fs").readFileSync(process.argv[1], "utf8").trim().split("\n").map((line) => JSON.parse(line).id).sort().join("\n")' "$work/trail.ndjson")" \
  "$(cat "$work/in-log")"

step "A proof of one event, and the tree held against the log"
show audit extend "$AUDIT_TREE"
show audit prove "$rotation" "$AUDIT_TREE" | head -n 3
show audit verify "$AUDIT_TREE" --checkpoint "$work/kept-checkpoint"

step "Somebody with the database gives the rotation to another actor, and mends its checksum"
cat >"$work/forge.mjs" <<'JS'
import { DatabaseSync } from "node:sqlite"
const [checkout, file, stream] = process.argv.slice(2)
const { checksumOfRow } = await import(`${checkout}/infra/sqlite/EventRows.ts`)
const db = new DatabaseSync(file)
const rotation = "WHERE stream_id = ? AND type = 'KeyRotated'"
db.prepare(`UPDATE events SET actor = 'operator:mallory' ${rotation}`).run(stream)
const checksum = checksumOfRow(db.prepare(`SELECT * FROM events ${rotation}`).get(stream))
db.prepare(`UPDATE events SET checksum = ? ${rotation}`).run(checksum, stream)
JS
"$node" "$work/forge.mjs" "$PWD" "$DATA_DIR/events.db" "key-$client"
show log verify
echo "ok: the checksums alone say nothing of it"
code=0
show audit verify "$AUDIT_TREE" >"$work/findings" 2>/dev/null || code=$?
cat "$work/findings"
same "the tree names the event" "$code $(grep -c "^entry $leaf .*edited: KeyRotated of key-$client version 2 has another actor" "$work/findings")" "1 1"

step "Somebody who has the key of the tree, too, makes all of it anew"
show audit extend "$work/forged-tree"
show audit verify "$work/forged-tree"
echo "ok: log and forged tree agree with each other; only what is kept elsewhere can tell"
code=0
show audit verify "$work/forged-tree" --checkpoint "$work/kept-checkpoint" >"$work/findings" 2>/dev/null || code=$?
cat "$work/findings"
same "the kept checkpoint does" "$code $(grep -c "rewritten: among entries" "$work/findings")" "1 1"

printf '\nAll of it held, in %s s.\n' "$SECONDS"
