import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { fooddataWith } from "../../support/ServiceProcess.ts"
import { admittedStatus, countedCall } from "../../support/cluster/Callers.ts"
import { type Cluster, cluster, issueKeys, operator } from "../../support/cluster/ClusterProcesses.ts"
import { freshDatabase } from "../../support/cluster/PostgresDatabase.ts"
import { kafkaBrokers, openSearchUrl } from "../../support/cluster/Servers.ts"

const decodeJson = <S extends Schema.Top & { readonly DecodingServices: never }>(schema: S) =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema))

const Migrated = Schema.Struct({ schema_version: Schema.Int, applied: Schema.Array(Schema.String) })
const Nodes = Schema.Array(
  Schema.Struct({
    node: Schema.String,
    is_alive: Schema.Boolean,
    heartbeat_ends_in_ms: Schema.NullOr(Schema.Int),
    open_leases: Schema.Int,
    open_units: Schema.Int
  })
)
const Burnt = Schema.Struct({ node: Schema.String, leases: Schema.Int, units: Schema.Int })
const Epoch = Schema.Struct({ epoch: Schema.Int })
const Use = Schema.Struct({ requests_today: Schema.Int })

const statement = (url: Redacted.Redacted, text: string) =>
  PgClient.PgClient.use((client) => client.unsafe(text)).pipe(
    Effect.provide(Postgres.layer(url, { maxConnections: 1 }), { local: true })
  )

const nodesOf = ({ command }: Cluster) =>
  Effect.map(command("nodes", "list", "--json"), ({ stdout }) => decodeJson(Nodes)(stdout))

describe("fooddata migrate", () => {
  it.live("applies what is missing and says what; a start that may not do so names the command", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* freshDatabase()
      const folder = yield* temporaryFolder
      const settings = {
        DATABASE_URL: Redacted.value(databaseUrl),
        KAFKA_BROKERS: kafkaBrokers().join(","),
        OPENSEARCH_URL: openSearchUrl(),
        KEY_PEPPER: "a pepper of at least thirty-two bytes",
        MIGRATE: "false"
      }
      const run = (...args: ReadonlyArray<string>) => fooddataWith(folder, { settings }, ...args)
      const refused = yield* run("key", "list")
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, "run fooddata migrate")
      const first = decodeJson(Migrated)((yield* run("migrate", "--json")).stdout)
      assert.lengthOf(first.applied, first.schema_version)
      const again = yield* run("migrate")
      assert.strictEqual(again.code, 0)
      assert.strictEqual(again.stdout.trim(), `The database has schema version ${first.schema_version}.`)
      assert.strictEqual((yield* run("key", "list")).code, 0)
    }).pipe(Effect.scoped)
  )
})

describe("fooddata nodes", () => {
  it.live("lists who serves and who is lost; burns the leases of the lost one only, and once", () =>
    Effect.gen(function* () {
      const running = yield* cluster
      const [issued] = yield* issueKeys(1, "developer").pipe(Effect.provide(operator(running)))
      const { key, keyId } = issued ?? { key: "", keyId: "" }
      const folder = yield* temporaryFolder
      const node = yield* running.startNode(folder)
      const used = 20
      yield* Effect.promise(async () => {
        for (let admitted = 0; admitted < used;) if ((await countedCall(node.url, key)) === admittedStatus) admitted++
      })
      const [alive] = yield* nodesOf(running)
      assert.isTrue(alive?.is_alive)
      const name = alive?.node ?? ""
      const refused = yield* running.command("nodes", "burn", name)
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, "is alive")

      yield* node.stop("SIGKILL")
      const lost = yield* nodesOf(running).pipe(Effect.repeat({ until: ([account]) => account?.is_alive === false }))
      const units = lost[0]?.open_units ?? 0
      assert.isAbove(units, 0, "the killed node held leases")
      const text = yield* running.command("nodes", "list")
      assert.match(text.stdout, new RegExp(`${name}\\s+gone\\s+ended [0-9.]+ s ago\\s+\\d+\\s+${units}\\n`))
      const burn = yield* running.command("nodes", "burn", name, "--json")
      assert.deepInclude(decodeJson(Burnt)(burn.stdout), { node: name, units })
      assert.strictEqual((yield* nodesOf(running))[0]?.open_leases, 0)
      const again = decodeJson(Burnt)((yield* running.command("nodes", "burn", name, "--json")).stdout)
      assert.deepStrictEqual(again, { node: name, leases: 0, units: 0 })
      const unknown = yield* running.command("nodes", "burn", "node_unheard-of")
      assert.strictEqual(unknown.code, 1)
      assert.include(unknown.stderr, "knows no node")

      // its disk was found after all: what the journal holds is recorded, and nothing twice
      const back = yield* running.startNode(folder)
      const shown = decodeJson(Use)((yield* running.command("key", "show", keyId, "--json")).stdout)
      assert.strictEqual(shown.requests_today, used)
      assert.strictEqual((yield* back.stop("SIGTERM")).code, 0)
    }).pipe(Effect.scoped)
  )
})

describe("fooddata log verify", () => {
  it.live("finds nothing in an intact log, then a changed event, a changed key and a missing event", () =>
    Effect.gen(function* () {
      const running = yield* cluster
      const [issued] = yield* issueKeys(3, "developer").pipe(Effect.provide(operator(running)))
      const node = yield* running.startNode(yield* temporaryFolder)
      yield* Effect.promise(() => countedCall(node.url, issued?.key ?? ""))
      assert.strictEqual((yield* node.stop("SIGTERM")).code, 0)
      const intact = yield* running.command("log", "verify")
      assert.deepStrictEqual([intact.code, intact.stderr], [0, ""], intact.stdout)

      yield* statement(running.databaseUrl, "ALTER TABLE events ALTER COLUMN checksum DROP EXPRESSION")
      const streams = "SELECT stream_id FROM events WHERE category = 'key' ORDER BY stream_id LIMIT 1 OFFSET"
      yield* statement(running.databaseUrl, `UPDATE events SET actor = 'system' WHERE stream_id = (${streams} 0)`)
      yield* statement(
        running.databaseUrl,
        `UPDATE key_directory SET active = false WHERE 'key-' || key_id = (${streams} 1)`
      )
      yield* statement(running.databaseUrl, `DELETE FROM events WHERE stream_id = (${streams} 2)`)
      const damaged = yield* running.command("log", "verify")
      assert.strictEqual(damaged.code, 1)
      assert.match(damaged.stdout, /^event [\d:]+: cannot read KeyIssued of key-\w+ version 1: its checksum/m)
      assert.match(damaged.stdout, /^stream_heads key-\w+: /m)
      assert.match(damaged.stdout, /^key_directory key_\w+: /m)
      assert.match(damaged.stderr, /^fooddata: \d+ findings/m)
    }).pipe(Effect.scoped)
  )
})

describe("fooddata log begin-epoch", () => {
  it.live("makes a log that came from another server usable, which every start refuses before", () =>
    Effect.gen(function* () {
      const running = yield* cluster
      yield* issueKeys(2, "developer").pipe(Effect.provide(operator(running)))
      // as a dump from a server that is further on brings them
      yield* statement(running.databaseUrl, "UPDATE events SET tx = (tx::text::bigint + 1000000000)::text::xid8")
      const refused = yield* running.command("events", "export")
      assert.strictEqual(refused.code, 1)
      const remedy = /fooddata (log [a-z-]+)/.exec(refused.stderr)?.[1] ?? ""
      assert.strictEqual(remedy, "log begin-epoch", refused.stderr)
      const begun = yield* running.command(...remedy.split(" "), "--json")
      assert.deepStrictEqual([begun.code, decodeJson(Epoch)(begun.stdout).epoch], [0, 1])
      const exported = yield* running.command("events", "export")
      assert.strictEqual(exported.code, 0)
      assert.lengthOf(exported.stdout.trim().split("\n"), 2)
      assert.strictEqual((yield* running.command("key", "issue", "--plan", "starter")).code, 0)
    }).pipe(Effect.scoped)
  )
})
