import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { EmbeddedEdge, embeddedEdge } from "../../support/http/EmbeddedEdge.ts"
import { PageVisitor } from "../../support/http/PageVisitor.ts"

/** A visitor who has opened the pages with the key of an auditor. */
const opened = Effect.gen(function* () {
  const { issue } = yield* EmbeddedEdge
  const key = yield* issue("developer", "auditor")
  const visitor = new PageVisitor()
  const sent = yield* visitor.fill("/en/audit", { key })
  assert.deepStrictEqual([sent.status, sent.headers.location], [303, "/en/audit"])
  return { key, visitor }
})

layer(embeddedEdge, { excludeTestServices: true })("/audit", (it) => {
  it.effect.each([
    ["en", "not an active auditor key"],
    ["ru", "не ключ аудитора"],
    ["ar", "ليس مفتاح مدقق"]
  ] as const)("%s: opens for no key but an auditor's, and shows none that was typed in", ([language, said]) =>
    Effect.gen(function* () {
      const { issue } = yield* EmbeddedEdge
      const client = yield* issue("business")
      for (const key of [client, "", "fdb_nothing"]) {
        const visitor = new PageVisitor()
        const page = yield* visitor.fill(`/${language}/audit`, { key })
        assert.strictEqual(page.status, 401)
        assert.include(page.text, said)
        assert.isFalse(key !== "" && page.text.includes(key))
        assert.strictEqual(visitor.cookie, "")
      }
    })
  )

  it.effect("the cookie holds no key, is out of reach of scripts and other sites, and ends with the visit", () =>
    Effect.gen(function* () {
      const { issue } = yield* EmbeddedEdge
      const key = yield* issue("developer", "auditor")
      const visitor = new PageVisitor()
      const { headers } = yield* visitor.fill("/en/audit", { key })
      const [cookie = ""] = headers["set-cookie"]?.filter((each) => each.startsWith("audit=")) ?? []
      assert.match(cookie, /; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/)
      assert.notInclude(cookie, key)
      yield* visitor.post("/en/audit", { action: "close" })
      assert.strictEqual(visitor.cookie, "")
    })
  )

  it.effect("a cookie that was changed opens nothing, nor one whose key was rotated", () =>
    Effect.gen(function* () {
      const { call } = yield* EmbeddedEdge
      const { key, visitor } = yield* opened
      const kept = visitor.cookie
      const changed = kept.replace(/\.(\d{13})\./, (_, until: string) => `.${Number(until) + 1}.`)
      assert.notStrictEqual(changed, kept)
      visitor.cookie = changed
      assert.include((yield* visitor.get("/en/audit")).text, `name="key"`)
      visitor.cookie = kept
      assert.include((yield* visitor.get("/en/audit")).text, "<table")
      yield* call("/v1/dashboard/keys/rotate", key, { method: "POST" })
      assert.include((yield* visitor.get("/en/audit")).text, `type="password"`)
      assert.notInclude((yield* visitor.get("/audit/rows.csv")).text, "TrailRead")
    })
  )

  it.effect.each(["en", "ru", "ar"])("%s: shows each part, and what was asked of it", (language) =>
    Effect.gen(function* () {
      const { visitor } = yield* opened
      const events = yield* visitor.get(`/${language}/audit?view=events&type=KeyIssued&from=&actor=operator%3Amaria`)
      assert.strictEqual(events.status, 200)
      assert.match(events.text, /<option value="KeyIssued" selected>\s*KeyIssued\s*<\/option>/)
      assert.include(events.text, `value="operator:maria"`)
      assert.notInclude(events.text, "TrailRead</bdi>")
      for (const view of ["keys", "failures", "usage"]) {
        const page = yield* visitor.get(`/${language}/audit?view=${view}`)
        assert.deepStrictEqual([page.status, page.text.includes("undefined")], [200, false], view)
      }
    })
  )

  it.effect("pages lead to the next one, and give their rows as CSV", () =>
    Effect.gen(function* () {
      const { visitor } = yield* opened
      const first = yield* visitor.get("/en/audit?view=events&limit=1")
      const next = /href="(\/en\/audit\?[^"]*cursor=[^"]*)"/.exec(first.text)?.[1]?.replaceAll("&amp;", "&") ?? ""
      const second = yield* visitor.get(next)
      assert.include(second.text, "<table")
      assert.notStrictEqual(/<time[^>]*>/.exec(second.text)?.[0], /<time[^>]*>/.exec(first.text)?.[0])
      const csv = yield* visitor.get("/audit/rows.csv?view=events&limit=1")
      assert.include(String(csv.headers["content-disposition"]), "fooddata-audit-events.csv")
      assert.match(csv.text, /^leaf,id,time,type,/)
    })
  )

  const wrong = [
    { query: "view=events&key=abc&from=2026-11-27", field: "key", why: "or its first ten characters, fdb_…" },
    { query: "view=events&account=abc", field: "account", why: "the id of an account, acc_…" },
    { query: "view=events&from=yesterday", field: "from", why: "a day as 2026-11-27 (UTC)" },
    { query: "view=keys&account=key_000000000000", field: "account", why: "the id of an account, acc_…" },
    { query: "view=failures&key_prefix=x", field: "key_prefix", why: "the first ten characters of a key, fdb_…" },
    { query: "view=failures&address=home", field: "address", why: "such as 203.0.113.9" },
    { query: "view=usage&key=key_000000000000&from=2026-01-01", field: "to", why: "This is needed" },
    { query: "view=usage&key=key_000000000000&from=2026-01-02&to=2026-01-01", field: "to", why: "before the first" },
    { query: "view=usage&key=key_000000000000&from=2026-01-01&to=2026-01-01", field: "key", why: "No key is named so" },
    { query: "view=usage&key=fdb_000000&from=2026-01-01&to=2026-01-01", field: "key", why: "No key is named so" }
  ]

  it.effect("the page says which filter is wrong, and why, beside it", () =>
    Effect.gen(function* () {
      const { visitor } = yield* opened
      for (const { field, query, why } of wrong) {
        const page = yield* visitor.get(`/en/audit?${query}`)
        assert.strictEqual(page.status, 422, query)
        const mistakes = [...page.text.matchAll(/<span class="mistake" id="audit-([a-z_]+)-problem">([^<]*)</g)]
        assert.deepStrictEqual([mistakes.length, mistakes[0]?.[1]], [1, field], query)
        assert.include(mistakes[0]?.[2], why)
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
      assert.deepStrictEqual([page.status, page.text.includes("has a part that cannot be used")], [422, true])
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

  it.effect("what was typed in stays in the form", () =>
    Effect.gen(function* () {
      const { visitor } = yield* opened
      assert.include(
        (yield* visitor.get("/en/audit?view=events&key=%22%3E%3Cb%3E")).text,
        `value="&quot;&gt;&lt;b&gt;"`
      )
    })
  )

  it.effect("a page of another site can neither open nor close it", () =>
    Effect.gen(function* () {
      const { visitor } = yield* opened
      const kept = visitor.cookie
      const closed = yield* visitor.post("/en/audit", { action: "close" }, { origin: "https://evil.example" })
      assert.strictEqual(closed.status, 403)
      assert.strictEqual(visitor.cookie, kept)
    })
  )
})
