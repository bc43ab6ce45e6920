import { assert, layer } from "@effect/vitest"
import { Effect, Predicate, Schema } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"

const Batch = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      id: Schema.String,
      type: Schema.String,
      subject: Schema.String,
      actor: Schema.String,
      target: Schema.String
    })
  )
)
const Page = Schema.fromJsonString(
  Schema.Struct({
    rows: Schema.Array(Schema.Struct({ id: Schema.String, type: Schema.String, target: Schema.String })),
    scanned: Schema.Int,
    population: Schema.Int,
    next: Schema.NullOr(Schema.String)
  })
)

layer(embeddedEdge, { excludeTestServices: true })("the events of the trail", (it) => {
  const read = Effect.fnUntraced(function* (query: string, auditor: string) {
    const { call } = yield* EmbeddedEdge
    const { status, text } = yield* call(`/v1/audit/events?${query}`, auditor)
    assert.strictEqual(status, 200, text)
    return yield* Schema.decodeEffect(Page)(text)
  })

  it.effect("come as a batch of CloudEvents, with what JSON says beside its rows in headers", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const [auditor, key] = [yield* issue("developer", "auditor"), yield* issue("growth")]
      yield* call("/v1/dashboard/keys/rotate", key, { method: "POST" })
      const asked = `key=${key.slice(0, 10)}&limit=1`
      const { next, rows } = yield* read(asked, auditor)
      const batch = yield* call(`/v1/audit/events?${asked}&format=cloudevents`, auditor)
      assert.strictEqual(batch.headers["content-type"], "application/cloudevents-batch+json")
      assert.deepStrictEqual(
        [batch.headers["x-audit-next"], batch.headers["x-audit-population"], batch.headers["x-audit-scanned"]],
        [next, "2", "1"]
      )
      const events = yield* Schema.decodeEffect(Batch)(batch.text)
      assert.deepStrictEqual(
        events.map(({ id, subject, target, type }) => [id, subject, target, type]),
        rows.map(({ id, target }) => [id, `key-${target}`, target, "food.key.KeyIssued"])
      )
    })
  )

  it.effect("come newest first where that is asked for, and their pages follow each other so", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const [auditor, key] = [yield* issue("developer", "auditor"), yield* issue("growth")]
      yield* call("/v1/dashboard/keys/rotate", key, { method: "POST" })
      const filter = "order=newest&type=KeyIssued"
      const first = yield* read(`${filter}&limit=1`, auditor)
      const second = yield* read(`${filter}&limit=1&cursor=${first.next}`, auditor)
      const both = yield* read(`${filter}&limit=2`, auditor)
      assert.deepStrictEqual([...first.rows, ...second.rows], both.rows)
      const forwards = yield* read("type=KeyIssued&limit=500", auditor)
      assert.deepStrictEqual(both.rows, forwards.rows.toReversed().slice(0, 2))
      const [newest] = (yield* read(`order=newest&limit=1`, auditor)).rows
      assert.strictEqual(newest?.type, "TrailRead")
    })
  )

  it.effect("and usage are chosen by what a key begins, or began, with; a key that is none is named", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const [auditor, key] = [yield* issue("developer", "auditor"), yield* issue("growth")]
      const rotated = yield* call("/v1/dashboard/keys/rotate", key, { method: "POST" })
      const next = Predicate.hasProperty(rotated.body, "key_prefix") ? String(rotated.body.key_prefix) : ""
      for (const prefix of [key.slice(0, 10), next]) {
        const { rows } = yield* read(`key=${prefix}`, auditor)
        assert.deepStrictEqual(
          rows.map(({ type }) => type),
          ["KeyIssued", "KeyRotated"]
        )
        const usage = yield* call(`/v1/audit/usage?key=${prefix}&from=2026-01-01&to=2026-01-01`, auditor)
        assert.strictEqual(usage.status, 200)
      }
      const unknown = yield* call("/v1/audit/usage?key=fdb_000000&from=2026-01-01&to=2026-01-01", auditor)
      assert.strictEqual(unknown.status, 422)
      assert.include(unknown.text, "there is no key fdb_000000")
    })
  )
})
