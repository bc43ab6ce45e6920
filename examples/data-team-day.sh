#!/usr/bin/env bash
# bash examples/data-team-day.sh: what docs/data-teams.md says, done once from beginning to end with a log of its own in a
# folder that is removed afterwards. Says what it does, and ends with 1 at the first thing that is not as promised.
# Needs a checkout after `npm install`, and takes about a minute. PROJECTOR=FILE tries a projector of yours.
source "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

projector=${PROJECTOR:-examples/projector/projector.mjs}
duckdb() { (cd "$work" && "$node" "$OLDPWD/examples/duckdb.mjs" "$@"); }
events() { fooddata events export --category product "$@"; }
place() { "$node" "$projector" "$1" place; }
# what a table of the projector says, as text
read_table() {
  "$node" --eval 'const { DatabaseSync } = require("node:sqlite")
    const [file, sql] = process.argv.slice(1)
    for (const row of new DatabaseSync(file).prepare(sql).all()) console.log(Object.values(row).join("\t"))' "$@"
}
counted() { read_table "$1" "SELECT coalesce(sum(events), 0) FROM changes"; }
contents() {
  read_table "$1" "SELECT * FROM products ORDER BY id"
  read_table "$1" "SELECT * FROM changes ORDER BY day"
  read_table "$1" "SELECT * FROM streams ORDER BY stream"
}

step "Yesterday: 200 foods are imported, and the night's export makes a dataset"
foods=$work/foods.jsonl
head -n 200 data/curated.jsonl >"$foods"
show import curated "$foods"
show events export --format parquet --incremental "$work/dataset"
# there is no night to wait for: this moment stands for the end of yesterday
yesterday=$("$node" --print 'new Date().toISOString()')
cp "$work/dataset/manifest.json" "$work/manifest-of-yesterday.json"

step "A table of our own from the log: the projector is killed in the middle, three times"
own=$work/own.db
mkfifo "$work/feed"
events >"$work/events.ndjson"
for kill in 1 2 3; do
  events --after "$(place "$own")" >"$work/rest.ndjson"
  : >"$work/places"
  "$node" "$projector" "$own" <"$work/feed" >"$work/places" &
  pid=$!
  exec 3>"$work/feed"
  head -n 30 "$work/rest.ndjson" >&3
  await "the projector says how far it is" "$pid" test -s "$work/places"
  # it dies over these
  sed -n '31,60p' "$work/rest.ndjson" >&3
  kill -9 "$pid"
  exec 3>&-
  wait "$pid" 2>/dev/null || true
  at=$(place "$own")
  same "killed $kill of 3 times, after event $at of 200: as many are counted" "$(counted "$own")" "$at"
done

step "Today: it goes on after its place, and follows while somebody corrects a food and adds one"
corrected=$work/corrections.jsonl
head -n 1 data/curated.jsonl | sed 's/"sodium":43/"sodium":44/' >"$corrected"
head -n 1 data/curated.jsonl | sed 's/"milk_whole"/"oat_drink"/; s/"Milk","Whole milk"/"Oat drink"/' >>"$corrected"
: >"$work/places"
"$node" "$projector" "$own" <"$work/feed" >"$work/places" &
following=$!
typed "fooddata events tail --category product --after $(place "$own") | node examples/projector/projector.mjs own.db"
"$node" src/main.ts events tail --category product --after "$(place "$own")" >"$work/feed" &
tail=$!
show import curated "$corrected"
reached() { [ "$(tail -n 1 "$work/places")" = 202 ]; }
await "the table follows the log to its end, event 202" "$following" reached
kill "$tail"
wait "$tail" 2>/dev/null || true
wait "$following"
same "each of 202 events counts once, whatever was killed" "$(counted "$own")" 202

step "The same again: what was done changes nothing, and a table that was never killed is the same"
events >"$work/events.ndjson"
contents "$own" >"$work/before"
"$node" "$projector" "$own" <"$work/events.ndjson" >/dev/null
same "fed with all of the log again, nothing changes" "$(contents "$own")" "$(cat "$work/before")"
"$node" "$projector" "$work/whole.db" <"$work/events.ndjson" >/dev/null
same "the table is that of a projector that was never killed" "$(contents "$work/whole.db")" "$(cat "$work/before")"

step "Tonight: the export adds what is new, and touches no file that was there"
show events export --format parquet --incremental "$work/dataset"
"$node" --eval 'const { createHash } = require("node:crypto"), { readFileSync } = require("node:fs")
  const [folder, old] = process.argv.slice(1), read = (file) => JSON.parse(readFileSync(file, "utf8"))
  const { events, files } = read(`${folder}/manifest.json`), names = files.map(({ path }) => path)
  const torn = files.filter(({ path, sha256 }) => createHash("sha256").update(readFileSync(`${folder}/${path}`)).digest("hex") !== sha256)
  const gone = read(old).files.filter(({ path, sha256 }) => !files.some((file) => file.path === path && file.sha256 === sha256))
  console.log(`${events.product} events, ${names.length} files, ${torn.length} torn, ${gone.length} replaced`)' \
  "$work/dataset" "$work/manifest-of-yesterday.json" >"$work/manifest-says"
same "the manifest names 202 events, and every file is as it says" \
  "$(sed 's/, [0-9]* files//' "$work/manifest-says")" "202 events, 0 torn, 0 replaced"
show products export --format parquet --out "$work/products.parquet"

step "DuckDB: the questions of examples/notebook.sql, and whether the two exports and our table agree"
duckdb <examples/notebook.sql
all="read_parquet('dataset/**/*.parquet', hive_partitioning = true)"
same "DuckDB reads the events of the log, each once" \
  "$(duckdb --bare <<<"SELECT count(*), count(DISTINCT id) FROM $all WHERE category = 'product'")" "202	202"
same "the newest events are the catalogue: none is missing, none differs" "$(duckdb --bare <examples/notebook.sql | grep -c '^0	0$')" 1
same "our table has the products of the catalogue" "$(read_table "$own" "SELECT id FROM products ORDER BY id")" \
  "$(duckdb --bare <<<"SELECT id FROM 'products.parquet' ORDER BY id")"

step "What was so yesterday: the index as of then, beside the live one, and what is another now"
show views rebuild
show views rebuild --as-of "$yesterday" --name yesterday
show views diff yesterday live | tee "$work/diff"
same "the difference is the food that was corrected, and the one that was added" "$(tail -n 3 "$work/diff")" \
  "differs: c_milk_whole nutrition.sodium
only in live: c_oat_drink
199 the same, 1 differ, 0 only in yesterday, 1 only in live"
show views drop yesterday

printf '\nAll of it held, in %s s.\n' "$SECONDS"
