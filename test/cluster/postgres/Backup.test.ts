import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Stream } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { AccountId } from "../../../domain/account/AccountEvent.ts"
import { AddressDigest, PasswordHash } from "../../../domain/account/AccountRecord.ts"
import { EmailAddress } from "../../../domain/account/EmailAddress.ts"
import { isAtOrPast, logStart } from "../../../domain/EventEnvelope.ts"
import { type AccountChange, AccountStore } from "../../../domain/ports/AccountStore.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { KeyDirectory } from "../../../domain/ports/KeyDirectory.ts"
import { WebhookStore } from "../../../domain/ports/WebhookStore.ts"
import * as Postgres from "../../../infra/postgres/Postgres.ts"
import * as PostgresStores from "../../../infra/postgres/PostgresStores.ts"
import { freshDatabase } from "../../support/cluster/PostgresDatabase.ts"
import { kafkaBrokers, openSearchUrl, ownServer } from "../../support/cluster/Servers.ts"
import { temporaryFolder } from "../../support/EmbeddedStores.ts"
import { fooddataWith } from "../../support/ServiceProcess.ts"
import { listing } from "./LogRig.ts"

const settingsOf = (databaseUrl: Redacted.Redacted) => ({
  DATABASE_URL: Redacted.value(databaseUrl),
  KAFKA_BROKERS: kafkaBrokers().join(","),
  OPENSEARCH_URL: openSearchUrl(),
  KEY_PEPPER: "the pepper that all processes of a test share"
})

/** All that stands in the database as its readers see it, but for the places of events, which are of the server. */
const contents = (url: Redacted.Redacted) =>
  Effect.gen(function* () {
    const log = yield* EventLog
    const events = yield* Stream.runCollect(log.export(logStart))
    const keys = yield* (yield* KeyDirectory).list
    const accounts = yield* (yield* AccountStore).list(null, 10)
    const webhooks = (yield* (yield* WebhookStore).endpoints).map(({ secret, ...endpoint }) => ({
      ...endpoint,
      secret: Redacted.value(secret)
    }))
    const client = yield* PgClient.PgClient
    const uses = yield* client.unsafe("SELECT * FROM usage_days ORDER BY key_id, day")
    const clock = yield* client.unsafe("SELECT * FROM usage_clock")
    return { events: events.map(({ cursor: _, ...event }) => event), keys, uses, clock, accounts, webhooks }
  }).pipe(Effect.provide(PostgresStores.layer(url, { migrate: false }), { local: true }))

const meta = { commandId: "test", actor: "system" } as const

const accountId = AccountId.make("acc_000000000001")
const account: AccountChange = {
  _tag: "Register",
  account: {
    accountId,
    email: EmailAddress.make("anna@example.com"),
    address: AddressDigest.make("a".repeat(43)),
    passwordHash: PasswordHash.make("$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"),
    plan: "developer",
    registeredAt: 1_795_000_000_000
  }
}

/** An account with a webhook, foods, and names that only JSON can say. */
const fill = (url: Redacted.Redacted) =>
  Effect.gen(function* () {
    const log = yield* EventLog
    for (let i = 0; i < 30; i++) yield* log.append([listing(`food-${i}`)], meta)
    yield* log.append([listing("food-1", 1), listing("food-2", 1)], meta)
    const client = yield* PgClient.PgClient
    yield* client.unsafe("DO $$ BEGIN FOR i IN 1..5000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$")
      .unprepared
    yield* log.append([listing("newest")], meta)
    const secret = Redacted.make(`whsec_${"A".repeat(43)}=`)
    const endpoint = { accountId, url: "https://hooks.example.org/", secret }
    yield* (yield* AccountStore).commit([], meta, [account, { _tag: "SetWebhook", endpoint }])
  }).pipe(Effect.provide(PostgresStores.layer(url), { local: true }))

it.live(
  "a cluster's backup, restored on another server, has the same events, keys, accounts, uses and clock; what comes then comes after them",
  () =>
    Effect.gen(function* () {
      const [original, folder] = [yield* freshDatabase(), yield* temporaryFolder]
      const [file, passphrase] = [join(folder, "backup"), join(folder, "passphrase")]
      writeFileSync(passphrase, "correct horse battery\n")
      const run = (url: Redacted.Redacted, ...args: ReadonlyArray<string>) =>
        Effect.flatMap(temporaryFolder, (own) => fooddataWith(own, { settings: settingsOf(url) }, ...args))
      yield* fill(original)
      assert.strictEqual((yield* run(original, "key", "issue", "--plan", "starter")).code, 0)
      assert.strictEqual((yield* run(original, "nodes", "accept-clock")).code, 0)
      const made = yield* run(original, "backup", file, "--passphrase-file", passphrase)
      assert.deepStrictEqual([made.code, made.stderr], [0, ""])
      assert.match(made.stdout, /Backed up into .+: 34 events up to position \d+, .+ which is a setting/)
      const verified = yield* run(original, "restore", file, "--passphrase-file", passphrase, "--verify-only")
      assert.strictEqual(verified.code, 0, verified.stderr)
      const before = yield* contents(original)
      assert.deepStrictEqual([before.keys.length, before.clock.length], [1, 1])
      assert.deepStrictEqual([before.accounts.length, before.webhooks.length], [1, 1])

      const over = yield* run(original, "restore", file, "--passphrase-file", passphrase)
      assert.include(over.stderr, "the database has rows in events")
      assert.deepStrictEqual(yield* contents(original), before)

      const { address } = yield* ownServer("postgres")
      const restored = yield* freshDatabase(address)
      const done = yield* run(restored, "restore", file, "--passphrase-file", passphrase)
      assert.deepStrictEqual([done.code, done.stderr], [0, ""])
      assert.deepStrictEqual(yield* contents(restored), before)
      assert.strictEqual((yield* run(restored, "log", "verify")).code, 0)
      yield* Effect.gen(function* () {
        const log = yield* EventLog
        const end = yield* log.end
        const appended = yield* log.append([listing("after"), listing("newest", 1)], meta)
        assert.isTrue(isAtOrPast(appended, end))
        const events = yield* Stream.runCollect(log.export(logStart))
        assert.lengthOf(events, before.events.length + 2)
      }).pipe(Effect.provide(PostgresStores.layer(restored, { migrate: false }), { local: true }))
    }).pipe(Effect.scoped),
  120_000
)

it.live(
  "a damaged database is not backed up, and what is damaged is said",
  () =>
    Effect.gen(function* () {
      const [url, folder] = [yield* freshDatabase(), yield* temporaryFolder]
      yield* fill(url)
      const damage = (statement: string) =>
        PgClient.PgClient.use((client) => client.unsafe(statement).unprepared).pipe(
          Effect.provide(Postgres.layer(url, { maxConnections: 1 }), { local: true })
        )
      const backup = fooddataWith(folder, { settings: settingsOf(url) }, "backup", join(folder, "backup"))
      yield* damage("UPDATE stream_heads SET version = version + 1 WHERE stream_id LIKE '%food-3'")
      assert.include((yield* backup).stderr, "it does not say what the events of the stream say")
      yield* damage("UPDATE stream_heads SET version = version - 1 WHERE stream_id LIKE '%food-3'")
      yield* damage("ALTER TABLE events ALTER COLUMN checksum DROP EXPRESSION")
      yield* damage("UPDATE events SET actor = 'clj' WHERE stream_id LIKE '%food-7'")
      const refused = yield* backup
      assert.strictEqual(refused.code, 1)
      assert.match(refused.stderr, /the log is damaged: the event .+food-7 version 1 is damaged/)
      yield* damage("UPDATE events SET actor = 'system' WHERE stream_id LIKE '%food-7'")
      const good = yield* backup
      assert.strictEqual(good.code, 0, good.stderr)
    }).pipe(Effect.scoped),
  120_000
)
