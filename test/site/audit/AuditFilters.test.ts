import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { opened } from "../../support/http/AuditVisitor.ts"
import { EmbeddedEdge, embeddedEdge } from "../../support/http/EmbeddedEdge.ts"

layer(embeddedEdge, { excludeTestServices: true })("the filters of /audit", (it) => {
  const wrong = [
    { query: "view=events&key=abc&from=2026-11-27", field: "key", why: "or its first ten characters (fdb_…)" },
    { query: "view=events&account=abc", field: "account", why: "the id of an account (acc_…)" },
    { query: "view=events&from=yesterday", field: "from", why: "a day as 2026-11-27 (UTC)" },
    { query: "view=keys&account=key_000000000000", field: "account", why: "the id of an account (acc_…)" },
    { query: "view=failures&key_prefix=x", field: "key_prefix", why: "the first ten characters of a key (fdb_…)" },
    { query: "view=failures&address=home", field: "address", why: "such as 203.0.113.9" },
    { query: "view=usage&key=key_000000000000&from=2026-01-01", field: "to", why: "This field is required" },
    { query: "view=usage&key=key_000000000000&from=2026-01-02&to=2026-01-01", field: "to", why: "before the first" },
    {
      query: "view=usage&key=key_000000000000&from=2026-01-01&to=2026-01-01",
      field: "key",
      why: "No key matches, or several do"
    },
    {
      query: "view=usage&key=fdb_000000&from=2026-01-01&to=2026-01-01",
      field: "key",
      why: "No key matches, or several do"
    }
  ]

  it.effect("the page says which filter is wrong, and why, beside it", () =>
    Effect.gen(function* () {
      const { visitor } = yield* opened
      for (const { field, query, why } of wrong) {
        const page = yield* visitor.get(`/en/audit?${query}`)
        assert.strictEqual(page.status, 422, query)
        const mistakes = [...page.text.matchAll(/<span class="mistake" id="audit-([a-z_]+)-problem">([^<]*)</g)]
        assert.deepStrictEqual([mistakes.length, mistakes[0]?.[1]], [1, field], query)
        assert.include(mistakes[0]?.[2]?.replaceAll(/[\u2066\u2069]/g, ""), why)
        const input = new RegExp(
          `name="${field}"[^>]*aria-invalid="true"[^>]*aria-describedby="audit-${field}-problem"`
        )
        assert.match(page.text, input)
        assert.include(page.text, `<a href="#audit-${field}">`)
        assert.notInclude(page.text, "<table")
      }
    })
  )

  it.effect("what is no field of the form is told as a whole, and gives no file", () =>
    Effect.gen(function* () {
      const { visitor } = yield* opened
      const page = yield* visitor.get("/en/audit?view=events&limit=none")
      assert.deepStrictEqual([page.status, page.text.includes("Part of this link is not valid")], [422, true])
      assert.strictEqual((yield* visitor.get("/audit/rows.csv?view=events&limit=none")).status, 422)
      const unknown = "/audit/rows.csv?view=usage&key=key_000000000000&from=2026-01-01&to=2026-01-01"
      assert.strictEqual((yield* visitor.get(unknown)).status, 422)
    })
  )

  it.effect("ids lead to what happened to them, who did it to what else they did, and a last use to its calls", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const { key, visitor } = yield* opened
      const prefix = key.slice(0, 10)
      const events = yield* visitor.get(`/en/audit?view=events&key=${prefix}`)
      assert.include(events.text, "KeyIssued")
      const [, id = ""] = /view=events&amp;key=(key_[0-9a-z]+)"/.exec(events.text) ?? []
      yield* call("/v1/audit/events", key)
      const keys = yield* visitor.get("/en/audit?view=keys&limit=500")
      assert.include(keys.text, `href="/en/audit?view=events&amp;key=${id}"`)
      const row = keys.text.split("<tr>").find((each) => each.includes(id)) ?? ""
      assert.include(row, new Date().toISOString().slice(0, 10), "the key that asks is in use")
      const reading = yield* visitor.get("/en/audit?view=events&type=TrailRead")
      assert.include(reading.text, `href="/en/audit?view=events&amp;actor=key%3A${id}"`)
    })
  )

  it.effect("what happened last comes first, unless the other order is chosen", () =>
    Effect.gen(function* () {
      const { visitor } = yield* opened
      yield* visitor.get("/en/audit?view=keys")
      const times = Effect.fnUntraced(function* (query: string) {
        const { text } = yield* visitor.get(`/en/audit?view=events${query}`)
        return [...text.matchAll(/<time datetime="([^"]+)"/g)].map(([, time]) => time ?? "")
      })
      const newest = yield* times("")
      assert.deepStrictEqual(newest, newest.toSorted().toReversed())
      const oldest = yield* times("&order=oldest")
      assert.deepStrictEqual(oldest, oldest.toSorted())
      assert.notStrictEqual(newest[0], oldest[0])
    })
  )
})
