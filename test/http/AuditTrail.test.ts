import { assert, layer } from "@effect/vitest"
import { Effect, Predicate, Schedule } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../support/http/EmbeddedEdge.ts"
import { logIn, signUp } from "../support/http/AuthCalls.ts"

interface Body {
  readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly scanned: number
  readonly population: number
  readonly next: string | null
}

const isBody = (body: unknown): body is Body => Predicate.hasProperty(body, "rows") && Array.isArray(body.rows)

const read = Effect.fnUntraced(function* (path: string, key: string) {
  const { call } = yield* EmbeddedEdge
  const { body, status } = yield* call(path, key)
  assert.strictEqual(status, 200)
  if (!isBody(body)) throw new TypeError(`no rows in ${JSON.stringify(body)}`)
  return body
})

const views = ["events", "keys", "failed-authentications", "usage?key=key_000000000000&from=2026-11-01&to=2026-11-02"]

layer(embeddedEdge, { excludeTestServices: true })("GET /v1/audit", (it) => {
  it.effect.each(views)("%s needs the key of an auditor: without one 401, with a client's 403", (view) =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const client = yield* issue("business")
      const statuses = yield* Effect.forEach(["", client], (key) =>
        Effect.map(call(`/v1/audit/${view}`, key), ({ status }) => status)
      )
      assert.deepStrictEqual(statuses, [401, 403])
    })
  )

  it.effect.each([
    "/v1/search?q=milk",
    "/v1/semantic-search?q=milk",
    "/v1/barcode/4600000000008",
    "/v1/product/c_milk"
  ])("the key of an auditor opens no data: %s is a 403, and counts nothing", (path) =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const auditor = yield* issue("developer", "auditor")
      assert.strictEqual((yield* call(path, auditor)).status, 403)
      const me = yield* call("/v1/me", auditor)
      assert.deepInclude(me.body, { requests_today: 0, features: [] })
    })
  )

  it.effect("no tool of /mcp either", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const auditor = yield* issue("developer", "auditor")
      const request = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "search_food", arguments: { q: "milk" } }
      }
      const reply = yield* call("/mcp", auditor, {
        method: "POST",
        body: JSON.stringify(request),
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" }
      })
      assert.strictEqual(reply.status, 403)
    })
  )

  it.effect("says of a rotation who, what, when, from where and with which request", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const [auditor, key] = [yield* issue("developer", "auditor"), yield* issue("growth")]
      yield* call("/v1/dashboard/keys/rotate", key, {
        method: "POST",
        headers: { "user-agent": "=cmd|' /C calc'!A0", "x-request-id": "rotation-of-mine" }
      })
      const { rows } = yield* read("/v1/audit/events?type=KeyRotated", auditor)
      const rotation = rows.at(-1)
      assert.deepInclude(rotation, {
        type: "KeyRotated",
        address: "127.0.0.1",
        client: "=cmd|' /C calc'!A0",
        request_id: "rotation-of-mine",
        outcome: "done",
        leaf: null
      })
      assert.strictEqual(rotation?.["actor"], `key:${String(rotation?.["target"])}`)
      const own = yield* read(`/v1/audit/events?key=${String(rotation?.["target"])}`, auditor)
      assert.deepStrictEqual(
        own.rows.map(({ actor, type }) => [type, actor]),
        [
          ["KeyIssued", "operator:maria"],
          ["KeyRotated", rotation?.["actor"]]
        ]
      )
      const csv = yield* call("/v1/audit/events?type=KeyRotated&format=csv", auditor)
      assert.include(csv.text, ",'=cmd|' /C calc'!A0,rotation-of-mine,")
      assert.strictEqual(csv.headers["content-type"], "text/csv")
    })
  )

  it.effect("says of a sign-up and a login where they came from, too", () =>
    Effect.gen(function* () {
      const { issue } = yield* EmbeddedEdge
      const auditor = yield* issue("developer", "auditor")
      yield* signUp("from-where@example.com")
      yield* logIn("from-where@example.com")
      for (const type of ["AccountRegistered", "SignedIn"]) {
        const { rows } = yield* read(`/v1/audit/events?type=${type}`, auditor)
        assert.strictEqual(rows.at(-1)?.["address"], "127.0.0.1", type)
      }
    })
  )

  it.effect("each reading is a row of the next one, with its filter but no address in it", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const auditor = yield* issue("developer", "auditor")
      yield* read("/v1/audit/failed-authentications?address=203.0.113.9&key_prefix=fdb_abcdef", auditor)
      const lines = yield* call("/v1/audit/events?type=TrailRead&format=ndjson&limit=500", auditor)
      const last: unknown = JSON.parse(lines.text.trimEnd().split("\n").at(-1) ?? "")
      assert.deepInclude(last, {
        outcome: "done",
        data: {
          view: "failed-authentications",
          filter: { address: "given", key_prefix: "fdb_abcdef", limit: "100", format: "json" },
          rows: 0
        }
      })
      assert.match(String(lines.headers["x-audit-population"]), /^\d+$/)
      assert.notInclude(lines.text, "203.0.113.9")
    })
  )

  it.effect("pages lead to each other, and their counts show that nothing is left out", () =>
    Effect.gen(function* () {
      const { issue } = yield* EmbeddedEdge
      const auditor = yield* issue("developer", "auditor")
      let [cursor, scanned, pages]: [string | null, number, number] = [null, 0, 0]
      const first = yield* read("/v1/audit/events?limit=1", auditor)
      do {
        const more: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`
        const page: Body = yield* read(`/v1/audit/events?limit=20${more}`, auditor)
        scanned += page.scanned
        cursor = page.next
        pages++
      } while (cursor !== null)
      // each page was read, and so is an event itself; the last one does not see its own
      assert.strictEqual(scanned, first.population + pages)
    })
  )

  it.effect("failed authentications are counted by hour, prefix and address", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const [auditor, key] = [yield* issue("developer", "auditor"), yield* issue("growth")]
      yield* call("/v1/dashboard/keys/rotate", key, { method: "POST" })
      yield* call("/v1/me", key)
      yield* call("/v1/me", key)
      yield* call("/v1/me", "not-a-key")
      yield* signUp("audited@example.com")
      yield* logIn("audited@example.com", "another-lamp-on-the-roof")
      // they are stored within ten seconds
      const { rows } = yield* read("/v1/audit/failed-authentications", auditor).pipe(
        Effect.repeat({
          until: (body) => body.rows.some(({ kind }) => kind === "password"),
          schedule: Schedule.spaced("500 millis")
        })
      )
      const count = (kind: string, prefix: string | null) =>
        rows.find((row) => row["kind"] === kind && row["key_prefix"] === prefix)?.["count"]
      assert.deepStrictEqual(
        [count("invalid-key", key.slice(0, 10)), count("malformed-key", null), count("password", null)],
        [2, 1, 1]
      )
    })
  )

  it.effect("keys are listed with their lives", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const [auditor, key] = [yield* issue("developer", "auditor"), yield* issue("growth")]
      yield* call("/v1/dashboard/keys/rotate", key, { method: "POST" })
      const { rows } = yield* read("/v1/audit/keys?limit=500", auditor)
      const rotated = rows.findLast(({ rotations }) => rotations === 1)
      assert.deepInclude(rotated, { issued_by: "operator:maria", age_days: 0, dormant_days: null, last_used: null })
    })
  )

  it.effect("usage is reconciled day by day", () =>
    Effect.gen(function* () {
      const { call, issue, project } = yield* EmbeddedEdge
      const [auditor, key] = [yield* issue("developer", "auditor"), yield* issue("growth")]
      yield* call("/v1/search?q=milk", key)
      yield* call("/v1/search?q=oat", key)
      const { rows } = yield* read("/v1/audit/keys?limit=500", auditor)
      const id = String(rows.find((row) => row["key_prefix"] === key.slice(0, 10))?.["key_id"])
      const day = String(rows.find((row) => row["key_id"] === id)?.["issued_at"]).slice(0, 10)
      // a node reports what it admitted within a second
      const usage = yield* Effect.andThen(
        project,
        read(`/v1/audit/usage?key=${id}&from=${day}&to=${day}`, auditor)
      ).pipe(
        Effect.repeat({ until: (body) => body.rows[0]?.["events"] === 2, schedule: Schedule.spaced("500 millis") })
      )
      assert.deepStrictEqual(usage.rows, [
        { day, events: 2, ledger: 2, report: 2, events_in_report: 2, me: 2, differences: [] }
      ])
    })
  )

  it.effect.each([
    "events?from=yesterday",
    "events?cursor=-1",
    "events?type=ProductListed",
    "events?limit=501",
    "events?format=xml",
    "keys?offset=-1",
    "failed-authentications?key_prefix=abc",
    "usage?key=key_000000000000&from=2026-11-02&to=2026-11-01",
    "usage?key=key_000000000000&from=2026-01-01&to=2026-11-01",
    "usage?from=2026-01-01&to=2026-11-01",
    "usage?key=key_000000000000&from=2026-11-01&to=2026-11-01",
    "usage?key=fdb_000000&from=2026-11-01&to=2026-11-01",
    "events?order=latest",
    "keys?format=cloudevents"
  ])("%s is a 422 that says where", (path) =>
    Effect.gen(function* () {
      const { call, issue } = yield* EmbeddedEdge
      const { body, status } = yield* call(`/v1/audit/${path}`, yield* issue("developer", "auditor"))
      assert.strictEqual(status, 422)
      assert.include(JSON.stringify(body), '"loc":["query"')
    })
  )
})
