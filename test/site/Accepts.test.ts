import { assert, describe, it } from "@effect/vitest"
import { acceptsHtml, asksForHtml, preferredLanguage } from "../../src/site/request/Accepts.ts"

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

describe("who is answered a page", () => {
  it.for([
    [browser, true, true],
    ["*/*", true, false],
    [undefined, true, false],
    ["application/json", false, false],
    ["application/json, text/plain, */*", false, false],
    ["text/html;q=0", false, false],
    ["TEXT/HTML; q=0.1", true, true],
    ["image/png", false, false],
    ["", false, false]
  ] as const)("%s: a page %s, an error as a page %s", ([accept, page, error]) => {
    assert.strictEqual(acceptsHtml(accept), page)
    assert.strictEqual(asksForHtml(accept), error)
  })
})

describe("the language of a page without one in its path", () => {
  it.for([
    [undefined, "en"],
    ["ru", "ru"],
    ["ar-SA,ar;q=0.9,en;q=0.8", "ar"],
    ["de,ru;q=0.4,en;q=0.3", "ru"],
    ["de", "en"],
    ["en;q=0.1, RU-ru;q=0.2", "ru"],
    ["ru;q=0, en", "en"],
    ["ru;q=x", "en"]
  ] as const)("%s is %s", ([header, language]) => {
    assert.strictEqual(preferredLanguage(header), language)
  })
})
