import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../../support/http/EmbeddedEdge.ts"
import { goodPassword, keyOf, signUp } from "../../support/http/AuthCalls.ts"
import { PageVisitor } from "../../support/http/PageVisitor.ts"

/** How many calls the ledger has recorded, of all keys. */
const recorded = Effect.gen(function* () {
  const { log } = yield* EmbeddedEdge
  const { events } = yield* log.read("usage", { tx: 0, position: 0 }, 1_000)
  return events.reduce((sum, { event }) => sum + (event._tag === "UsageRecorded" ? event.entries.length : 0), 0)
})

/** The columns of a CSV added up, without the first. */
const sumsOf = (csv: string): ReadonlyArray<number> => {
  const [, ...rows] = csv.trimEnd().split("\r\n")
  return rows.reduce(
    (sums, row) =>
      row
        .split(",")
        .slice(1)
        .map((cell, i) => Number(cell) + (sums[i] ?? 0)),
    [0, 0, 0, 0]
  )
}

layer(embeddedEdge, { excludeTestServices: true })("the usage of an account", (it) => {
  it.effect("is exact by hour, day and operation, as chart, table and CSV, of the keys of the account only", () =>
    Effect.gen(function* () {
      const { call, project } = yield* EmbeddedEdge
      const email = "usage@example.com"
      const key = keyOf(yield* signUp(email))
      const foreign = keyOf(yield* signUp("usage-2@example.com"))
      for (let i = 0; i < 5; i++) yield* call("/v1/search?q=milk", key)
      for (let i = 0; i < 2; i++) yield* call("/v1/barcode/4600494001234", key)
      yield* call("/v1/search?q=milk", foreign)
      yield* Effect.repeat(recorded, { until: (calls) => calls === 8 })
      yield* project

      const visitor = new PageVisitor()
      yield* visitor.fill("/en/login", { email, password: goodPassword })
      for (const by of ["hour", "day", "operation"]) {
        const csv = yield* visitor.get(`/en/dashboard/usage.csv?by=${by}`)
        assert.strictEqual(csv.headers["content-type"], "text/csv; charset=utf-8")
        assert.deepStrictEqual(sumsOf(csv.text), [7, 0, 0, 0], by)
        const page = yield* visitor.get(`/en/dashboard/usage?by=${by}`)
        assert.match(page.text, /<tfoot>[^]*<td>7<\/td>[^]*<\/tfoot>/)
        assert.include(page.text, "7 answered, 0 refused")
        assert.include(page.text, `class="usage-admitted"`)
      }
      const byOperation = yield* visitor.get("/en/dashboard/usage.csv?by=operation")
      assert.include(byOperation.text, "search,5,0,0,0\r\n")
      assert.include(byOperation.text, "barcode,2,0,0,0\r\n")
      const { body } = yield* visitor.get("/en/dashboard/export.json")
      const usage: ReadonlyArray<{ readonly operation: string; readonly outcome: string; readonly calls: number }> =
        Object(body).usage
      assert.deepStrictEqual(
        usage.map(({ calls, operation, outcome }) => [operation, outcome, calls]),
        [
          ["barcode", "admitted", 2],
          ["search", "admitted", 5]
        ]
      )
      const keys = yield* visitor.get("/en/dashboard")
      assert.include(keys.text, "<td>7 / 1,000</td>")
      assert.notInclude(keys.text, "not used yet")
    })
  )

  it.effect("days that are no range, too many or no days are refused in words; the form keeps them", () =>
    Effect.gen(function* () {
      yield* signUp("range@example.com")
      const visitor = new PageVisitor()
      yield* visitor.fill("/en/login", { email: "range@example.com", password: goodPassword })
      for (const query of [
        "by=day&from=2026-02-30&to=2026-03-01",
        "by=day&from=2026-03-02&to=2026-03-01",
        "by=hour&from=2026-01-01&to=2026-12-31",
        "by=day&from=x&to=2026-12-31"
      ]) {
        const { status, text } = yield* visitor.get(`/en/dashboard/usage?${query}`)
        assert.strictEqual(status, 422, query)
        assert.include(text, "at most 31 days by hour, 397 days otherwise")
        assert.strictEqual((yield* visitor.get(`/en/dashboard/usage.csv?${query}`)).status, 422)
      }
    })
  )
})
