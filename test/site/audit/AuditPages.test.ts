import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { opened } from "../../support/http/AuditVisitor.ts"
import { EmbeddedEdge, embeddedEdge } from "../../support/http/EmbeddedEdge.ts"
import { PageVisitor } from "../../support/http/PageVisitor.ts"

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
