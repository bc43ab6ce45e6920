import { assert } from "@effect/vitest"
import { Effect, Predicate, Schema } from "effect"
import { offLine } from "../OffLines.ts"
import { call, eventually, healthAt, OwnCluster } from "./OwnCluster.ts"

export type Health = Effect.Success<ReturnType<typeof healthAt>>

const Issued = Schema.fromJsonString(Schema.Struct({ key: Schema.String, key_id: Schema.String }))
const Use = Schema.fromJsonString(Schema.Struct({ requests_today: Schema.Int }))

export const issueKey = Effect.gen(function* () {
  const { command } = yield* OwnCluster
  const { stderr, stdout } = yield* command(undefined, "key", "issue", "--plan", "growth", "--json")
  assert.notStrictEqual(stdout, "", stderr)
  return Schema.decodeUnknownSync(Issued)(stdout)
})

/** Lists a product whose name holds the word, by the command line. */
export const list = Effect.fnUntraced(function* (code: number, word: string) {
  const { command } = yield* OwnCluster
  const imported = yield* command(`${offLine(code, `Biscuit ${word}`)}\n`, "import", "off", "-", "--json")
  assert.strictEqual(imported.code, 0, imported.stderr)
})

const totalOf = (body: unknown): number =>
  Predicate.hasProperty(body, "total") && Predicate.isNumber(body.total) ? body.total : -1

/** Searches for one word; a search that is answered counts. */
export const search = (word: string, key: string) =>
  Effect.flatMap(OwnCluster, ({ url }) => call(`${url}/v1/search?q=${word}`, key))

export const isFound = ({ body, status }: { readonly status: number; readonly body: unknown }) =>
  status === 200 && totalOf(body) === 1

export const checkOf = (health: Health, role: string, name: string) =>
  health.roles[role]?.checks.find((check) => check.name === name)

/** The ledger has recorded exactly so many uses of the key, once the next sync is through. */
export const recordedUse = Effect.fnUntraced(function* (keyId: string, expected: number) {
  const { command } = yield* OwnCluster
  const recorded = Effect.map(
    command(undefined, "key", "show", keyId, "--json"),
    ({ stdout }) => Schema.decodeUnknownSync(Use)(stdout).requests_today
  )
  const found = yield* eventually("all uses recorded", recorded, (count) => count >= expected)
  assert.strictEqual(found, expected)
})

/** Completes when every role of the cluster has all it depends on. */
export const allReady = Effect.gen(function* () {
  const { roles } = yield* OwnCluster
  for (const [name, { adminUrl }] of Object.entries(roles)) {
    yield* eventually(`${name} ready`, healthAt(adminUrl), ({ status }) => status === "ready")
  }
})

/** What every test begins with, because one that failed may have left a server dead. */
export const allUp = Effect.gen(function* () {
  const { servers } = yield* OwnCluster
  yield* Effect.forEach(Object.values(servers), ({ start }) => start, { discard: true })
  yield* allReady
})
