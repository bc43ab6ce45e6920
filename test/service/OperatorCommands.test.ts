import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

const Nodes = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ node: Schema.String, is_alive: Schema.Boolean, open_units: Schema.Int }))
)

const Clock = Schema.fromJsonString(Schema.Struct({ clock: Schema.String, before: Schema.String }))

const actorOf = (line: string): string =>
  Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ actor: Schema.String })))(line).actor

const nodesOf = (folder: string) =>
  Effect.map(fooddata(folder, "nodes", "list", "--json"), ({ stdout }) => Schema.decodeUnknownSync(Nodes)(stdout))

/** A service of its own, and a search that it answers. */
const searched = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const service = yield* startService(folder)
  const search = Effect.promise(() =>
    fetch(`${service.url}/v1/search?q=milk`, { headers: { "x-api-key": service.firstKey ?? "" } })
  )
  return { folder, search, service }
})

describe("operators' commands, in the embedded tier", () => {
  it.live("migrate and log begin-epoch say that there is nothing to do, and succeed", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const migrated = yield* fooddata(folder, "migrate")
      assert.deepStrictEqual([migrated.code, migrated.stderr], [0, ""])
      assert.include(migrated.stdout, "Nothing to do")
      const begun = yield* fooddata(folder, "log", "begin-epoch", "--json")
      assert.deepStrictEqual([begun.code, JSON.parse(begun.stdout)], [0, { tier: "embedded", epoch: null }])
    }).pipe(Effect.scoped)
  )

  it.live(
    "nodes: the service is one and is not burnt; killed and burnt, what it left counts as used",
    () =>
      Effect.gen(function* () {
        const { folder, search, service } = yield* searched
        assert.isTrue((yield* search).ok)
        const [alive] = yield* nodesOf(folder)
        assert.isTrue(alive?.is_alive)
        const name = alive?.node ?? ""
        const refused = yield* fooddata(folder, "nodes", "burn", name)
        assert.strictEqual(refused.code, 1)
        assert.include(refused.stderr, "is alive")
        yield* service.stop("SIGKILL")
        const [lost] = yield* nodesOf(folder).pipe(Effect.repeat({ until: ([account]) => account?.is_alive === false }))
        assert.isAbove(lost?.open_units ?? 0, 0)
        const burnt = yield* fooddata(folder, "nodes", "burn", name)
        assert.strictEqual(burnt.code, 0)
        assert.include(burnt.stdout, `${lost?.open_units} units count as used`)
        assert.strictEqual((yield* nodesOf(folder))[0]?.open_units, 0)
      }).pipe(Effect.scoped),
    120_000
  )

  it.live(
    "nodes accept-clock: sets the ledger's clock to the wall clock, beside the service that goes on",
    () =>
      Effect.gen(function* () {
        const { folder, search } = yield* searched
        assert.strictEqual((yield* search).status, 200)
        const first = yield* fooddata(folder, "nodes", "accept-clock", "--json")
        assert.strictEqual(first.code, 0)
        const { before, clock } = Schema.decodeUnknownSync(Clock)(first.stdout)
        assert.isAtMost(Math.abs(Date.parse(clock) - Date.now()), 60_000)
        assert.isAtMost(Date.parse(before), Date.parse(clock))
        const text = yield* fooddata(folder, "nodes", "accept-clock")
        assert.match(text.stdout, /^The clock of the usage ledger is \d{4}-.+Z; it was \d{4}-.+Z\.$/m)
        assert.strictEqual((yield* search).status, 200)
      }).pipe(Effect.scoped),
    120_000
  )

  it.live("what an operator changes carries the name that --as gives, or the system's user and host", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const issue = (...flags: ReadonlyArray<string>) =>
        fooddata(folder, "key", "issue", "--plan", "developer", ...flags)
      yield* issue("--as", "alice@example.org")
      yield* issue()
      const { stdout } = yield* fooddata(folder, "events", "export", "--type", "KeyIssued")
      const actors = stdout
        .trim()
        .split("\n")
        .map((line) => actorOf(line))
      assert.strictEqual(actors[0], "operator:alice@example.org")
      assert.match(actors[1] ?? "", /^operator:[^\s@]+@\S+$/)
      const refused = yield* issue("--as", "two words")
      assert.strictEqual(refused.code, 2)
      assert.include(refused.stderr, "without spaces")
    }).pipe(Effect.scoped)
  )
})
