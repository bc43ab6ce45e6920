import { assert, it } from "@effect/vitest"
import { Effect, Schema, Schedule } from "effect"
import { readFileSync } from "node:fs"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { checksumOfRow } from "../../infra/sqlite/EventRows.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { send } from "../support/http/HttpClient.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

const Issued = Schema.fromJsonString(Schema.Struct({ key: Schema.String, key_id: Schema.String }))
const Trail = Schema.fromJsonString(
  Schema.Struct({
    rows: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        leaf: Schema.NullOr(Schema.Int),
        target: Schema.String,
        actor: Schema.String,
        address: Schema.NullOr(Schema.String)
      })
    ),
    scanned: Schema.Int,
    population: Schema.Int
  })
)
const Days = Schema.fromJsonString(
  Schema.Struct({ rows: Schema.Array(Schema.Struct({ events: Schema.Int, differences: Schema.Array(Schema.String) })) })
)
const Export = Schema.fromJsonString(Schema.Struct({ sha256: Schema.String, rows: Schema.Int, population: Schema.Int }))

const from = "203.0.113.77"
const headers = (key: string) => ({ "x-api-key": key, "x-forwarded-for": from })

const issue = Effect.fnUntraced(function* (folder: string, ...args: ReadonlyArray<string>) {
  const { stdout } = yield* fooddata(folder, "key", "issue", ...args, "--as", "maria", "--json")
  return yield* Schema.decodeEffect(Issued)(stdout.trim())
})

/** Gives the rotation to somebody else, behind the log's back, with a checksum that is right. */
const forge = (folder: string, target: string) =>
  Effect.sync(() => {
    const db = new DatabaseSync(join(folder, "events.db"))
    const stream = `key-${target}`
    db.prepare("UPDATE events SET actor = 'operator:mallory' WHERE stream_id = ? AND type = 'KeyRotated'").run(stream)
    const row = db.prepare("SELECT * FROM events WHERE stream_id = ? AND type = 'KeyRotated'").get(stream)
    db.prepare("UPDATE events SET checksum = ? WHERE position = ?").run(checksumOfRow(row), Number(row?.["position"]))
    db.close()
  })

it.live(
  "an auditor's day: rotations with who and from where, completeness, usage after SIGKILL, a proof, and the forgery that was planted",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const tree = join(folder, "tree")
      const settings = { AUDIT_TREE: tree, TRUSTED_PROXIES: "127.0.0.1" }
      yield* fooddata(folder, "import", "curated", "data/curated.jsonl")
      const auditor = yield* issue(folder, "--role", "auditor", "--name", "Anna, auditor")
      const client = yield* issue(folder, "--plan", "growth")
      let service = yield* startService(folder, settings)
      const call = (path: string, key: string, method: "GET" | "POST" = "GET") =>
        send({ port: Number(new URL(service.url).port), path, method, headers: headers(key) })

      const rotated = yield* call("/v1/dashboard/keys/rotate", client.key, "POST")
      const { key } = yield* Schema.decodeUnknownEffect(Schema.Struct({ key: Schema.String }))(rotated.body)
      // what a busy machine puts off does not count, and is asked again
      const searched = Effect.repeat(call("/v1/search?q=milk", key), {
        until: ({ status }) => status === 200,
        schedule: Schedule.spaced("1 second")
      })
      yield* Effect.replicateEffect(searched, 12, { concurrency: 4 })

      // the rotations of the quarter, once the tree has them
      const quarter = `/v1/audit/events?type=KeyRotated&from=2026-01-01&to=2100-01-01`
      const { rows } = yield* call(quarter, auditor.key).pipe(
        Effect.flatMap(({ text }) => Schema.decodeEffect(Trail)(text)),
        Effect.repeat({ until: (page) => page.rows[0]?.leaf !== null, schedule: Schedule.spaced("1 second") })
      )
      const rotation = rows[0]
      assert.deepInclude(rotation, { target: client.key_id, actor: `key:${client.key_id}`, address: from })

      // the process dies with calls that the ledger does not know yet; they are in the journal
      yield* service.stop("SIGKILL")
      service = yield* startService(folder, settings)
      const today = new Date().toISOString().slice(0, 10)
      const usage = yield* call(`/v1/audit/usage?key=${client.key_id}&from=${today}&to=${today}`, auditor.key).pipe(
        Effect.flatMap(({ text }) => Schema.decodeEffect(Days)(text)),
        Effect.repeat({ until: (page) => page.rows[0]?.events === 12, schedule: Schedule.spaced("500 millis") })
      )
      assert.deepStrictEqual(usage.rows, [{ events: 12, differences: [] }])
      yield* service.stop("SIGTERM")

      // the whole trail as evidence: what was looked at is all there is
      const exported = join(folder, "trail.ndjson")
      const printed = yield* fooddata(
        folder,
        "audit",
        "events",
        "--format",
        "ndjson",
        "--out",
        exported,
        "--as",
        "anna"
      )
      const { population, rows: count, sha256 } = yield* Schema.decodeEffect(Export)(printed.stdout.trim())
      assert.strictEqual(count, population)
      assert.strictEqual(createHash("sha256").update(readFileSync(exported)).digest("hex"), sha256)
      const again = yield* fooddata(folder, "audit", "events", "--out", exported)
      assert.strictEqual(again.code, 1)

      yield* fooddata(folder, "audit", "extend", tree)
      const proof = yield* fooddata(folder, "audit", "prove", rotation?.id ?? "", tree)
      assert.match(proof.stdout, new RegExp(`^c2sp.org/tlog-proof@v1\nindex ${rotation?.leaf}\n`))
      const clean = yield* fooddata(folder, "audit", "verify", tree)
      assert.strictEqual(clean.code, 0, clean.stdout)
      yield* forge(folder, client.key_id)
      const verified = yield* fooddata(folder, "audit", "verify", tree)
      assert.strictEqual(verified.code, 1)
      assert.include(verified.stdout, `entry ${rotation?.leaf} `)
      assert.include(verified.stdout, `edited: KeyRotated of key-${client.key_id} version 2 has another actor`)
    }).pipe(Effect.scoped),
  180_000
)
