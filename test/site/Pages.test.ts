import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { gzipSync } from "node:zlib"
import { addressesOf, pages } from "../../src/api/PagePaths.ts"
import { searchesPerSecond } from "../../src/site/pages/VisitorSearch.ts"
import { addressBlocks, type TrustedProxies } from "../../src/api/admission/ClientAddress.ts"
import { describedApi } from "../../src/api/contract/DescribedOperations.ts"
import { facts } from "../support/Facts.ts"
import { Edge, edge } from "../support/http/Edge.ts"

const peers = addressBlocks(["127.0.0.1"])
const proxied: TrustedProxies | null =
  typeof peers === "string" ? null : { peers, header: "x-forwarded-for", text: "127.0.0.1" }

let lastAddress = 0
/** A browser at an address of its own: what one asks draws on no limit of another. */
const browser = (more: Readonly<Record<string, string>> = {}) => ({
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "x-forwarded-for": `203.0.113.${(lastAddress += 1)}`,
  ...more
})

layer(edge({ trustedProxies: proxied }))("the pages", (it) => {
  it.effect.each(pages.flatMap((page) => [...addressesOf(page)]))("%s is a page under its policy", (path) =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const { headers, status, text } = yield* call(path, null, { headers: browser() })
      assert.strictEqual(status, 200)
      assert.match(text, /^<!doctype html>\s*<html lang="(?:en|ru|ar)" dir="(?:ltr|rtl)">/)
      const policy = String(headers["content-security-policy"])
      assert.include(policy, "default-src 'none'; script-src 'self'; style-src 'self';")
      assert.notInclude(policy, "unsafe")
      assert.notMatch(text, /<script>|<style|\sstyle=|\son[a-z]+=/)
      assert.strictEqual(headers["cross-origin-opener-policy"], "same-origin")
      assert.include(String(headers["cache-control"]), "private")
      assert.isBelow(gzipSync(text).length, 60 * 1_024)
    })
  )

  it.effect("a client that names JSON gets what it got before there were pages", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      for (const path of ["/", "/plans", "/ru/playground"]) {
        const { body, status } = yield* call(path, null, { headers: browser({ accept: "application/json" }) })
        assert.deepStrictEqual([status, body], [404, { detail: "Not Found" }])
      }
      const unknown = yield* call("/nothing", null, { headers: browser({ accept: "*/*" }) })
      assert.deepStrictEqual([unknown.status, unknown.body], [404, { detail: "Not Found" }])
      const rest = yield* call("/v1/nothing", null, { headers: browser() })
      assert.deepStrictEqual([rest.status, rest.body], [404, { detail: "Not Found" }])
    })
  )

  it.effect("a person gets errors as pages, with their status and headers", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const unknown = yield* call("/ru/nothing", null, { headers: browser() })
      assert.strictEqual(unknown.status, 404)
      assert.include(unknown.text, "Такой страницы нет")
      const verb = yield* call("/plans", null, { method: "POST", headers: browser({ "accept-language": "ar" }) })
      assert.strictEqual(verb.status, 405)
      assert.strictEqual(verb.headers.allow, "GET, HEAD, OPTIONS")
      assert.include(verb.text, 'dir="rtl"')
    })
  )

  it.effect("/llms.txt names the service and summarises it, and all its links lead somewhere", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const { text } = yield* call("/llms.txt", null)
      assert.match(text, /^# fooddata\n\n> /)
      const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)#]+)(?:#[^)]*)?\): .+$/gm)].map(([, path = ""]) => path)
      // every item below a section's heading is a link, as llmstxt.org has it
      assert.lengthOf(links, text.split("\n").filter((line) => line.startsWith("- ")).length)
      assert.isAbove(links.length, describedApi().operations.length)
      // what nobody can call without knowing it
      for (const { method, needsKey, parameters, path } of describedApi().operations) {
        const line = text.split("\n").find((line) => line.startsWith(`- [${method} ${path}]`)) ?? ""
        for (const { name } of parameters) assert.include(line, `\`${name}\``)
        assert.strictEqual(/no API key/.test(line), !needsKey, line)
      }
      for (const path of links.filter((path) => path !== "/mcp")) {
        assert.strictEqual((yield* call(path, null)).status, 200, path)
      }
    })
  )

  it.effect("other verbs, HEAD and OPTIONS are answered as everywhere", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      for (const path of ["/", "/ar/", "/ru/plans", "/site/site.css", "/llms.txt", "/favicon.ico"]) {
        assert.strictEqual((yield* call(path, null, { method: "HEAD", headers: browser() })).status, 200, path)
        assert.strictEqual((yield* call(path, null, { method: "OPTIONS", headers: browser() })).status, 204, path)
        assert.strictEqual((yield* call(path, null, { method: "PUT", headers: browser() })).status, 405, path)
      }
    })
  )

  it.effect("the language is that of the path, then of the cookie, then of the browser; the path's is kept", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const languageOf = (path: string, headers: Readonly<Record<string, string>>) =>
        Effect.map(call(path, null, { headers: browser(headers) }), ({ text }) => /<html lang="(\w+)"/.exec(text)?.[1])
      const both = { cookie: "lang=ar", "accept-language": "en" }
      assert.strictEqual(yield* languageOf("/ru/plans", both), "ru")
      assert.strictEqual(yield* languageOf("/plans", both), "ar")
      assert.strictEqual(yield* languageOf("/plans", { "accept-language": "de,ru" }), "ru")
      assert.strictEqual(yield* languageOf("/plans", { cookie: "lang=xx" }), "en")
      const chosen = yield* call("/ru/plans", null, { headers: browser() })
      assert.match(String(chosen.headers["set-cookie"]), /^lang=ru; .*HttpOnly; SameSite=Lax$/)
      assert.isUndefined((yield* call("/plans", null, { headers: browser() })).headers["set-cookie"])
    })
  )

  it.effect("the switch of languages keeps the place", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const { text } = yield* call("/ru/?q=milk&x=%22%3E", null, { headers: browser() })
      assert.include(text, 'href="/ar/?q=milk&amp;x=%22%3E"')
    })
  )

  it.effect("a search shows foods, and what is sent stands on the page as text only", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const found = yield* call("/?q=milk", null, { headers: browser() })
      assert.include(found.text, "foods found")
      assert.include(found.text, "/v1/search")
      const q = encodeURIComponent(`"><script>alert(1)</script>'`)
      const { text } = yield* call(`/?q=${q}`, null, { headers: browser() })
      assert.notInclude(text, "<script>alert")
      assert.include(text, "&lt;script&gt;alert(1)")
    })
  )

  it.effect("more foods than fit are a link away, and the way back, too", () =>
    Effect.gen(function* () {
      const { call, index } = yield* Edge
      const stouts = Array.from({ length: 8 }, (_, i) => facts({ id: `usda_90000${i}`, names: { en: [`Stout ${i}`] } }))
      index.products.push(...stouts)
      const page = (path: string) => Effect.map(call(path, null, { headers: browser() }), ({ text }) => text)
      const first = yield* page("/en/?q=stout")
      const next = /<a\s+href="([^"]+)"\s+rel="next"/.exec(first)?.[1] ?? ""
      assert.strictEqual(next, "/en/?q=stout&amp;offset=5#results-heading")
      assert.notInclude(first, 'rel="prev"')
      const second = yield* page("/en/?q=stout&offset=5")
      assert.match(second, /href="\/en\/\?q=stout&amp;offset=0#results-heading"\s+rel="prev"/)
      assert.match(second, /6–8 of 8/)
      const beyond = yield* page("/en/?q=stout&offset=99999")
      assert.include(beyond, 'rel="prev"')
      for (const offset of ["-1", "x", "1e3", ""])
        assert.include(yield* page(`/en/?q=stout&offset=${offset}`), 'rel="next"')
    })
  )

  it.effect("the plans say which answers count, and that languages are in every plan", () =>
    Effect.gen(function* () {
      const { call } = yield* Edge
      const { text } = yield* call("/en/plans", null, { headers: browser() })
      assert.include(text, "including 404 (nothing has this ID), 422 (a value is not valid) and 403")
      assert.include(text, "Every plan searches and answers in English, Russian and Arabic.")
      assert.notInclude(text, "<li>Russian and Arabic</li>")
    })
  )

  it.effect("a search is counted to no key", () =>
    Effect.gen(function* () {
      const { call, metering } = yield* Edge
      const before = metering.counted.length
      yield* call("/?q=milk", "growth", { headers: browser() })
      assert.strictEqual(metering.counted.length, before)
    })
  )

  it.effect("nothing found, too short, not ready, a failing index and too many each say so with their status", () =>
    Effect.gen(function* () {
      const fixture = yield* Edge
      const page = (path: string, headers = browser()) => fixture.call(path, null, { headers })
      const none = yield* page("/?q=zzzzqqqq")
      assert.deepStrictEqual([none.status, none.text.includes("Nothing found for")], [200, true])
      const short = yield* page("/?q=m")
      assert.deepStrictEqual([short.status, short.text.includes("2 to 200 characters")], [422, true])
      const undecodable = yield* page("/?q=%ff")
      assert.strictEqual(undecodable.status, 200)

      fixture.readiness = { ready: false }
      const unready = yield* page("/?q=milk")
      assert.deepStrictEqual([unready.status, unready.headers["retry-after"]], [503, "2"])
      assert.strictEqual((yield* page("/")).status, 200)
      fixture.readiness = { ready: true }

      fixture.index.failure = "down"
      const failing = yield* page("/?q=milk")
      assert.deepStrictEqual([failing.status, failing.text.includes("is not available right now")], [503, true])
      fixture.index.failure = "none"

      const visitor = browser()
      const many = yield* Effect.all(Array.from({ length: searchesPerSecond * 4 }, () => page("/?q=milk", visitor)))
      const limited = many.find(({ status }) => status === 429)
      assert.deepStrictEqual(
        [limited?.headers["retry-after"], limited?.text.includes("Too many searches")],
        ["1", true]
      )
      assert.strictEqual((yield* page("/?q=milk")).status, 200)
    })
  )
})
