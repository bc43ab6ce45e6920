import { assert, describe, it } from "@effect/vitest"
import { acceptsHtml, asksForHtml } from "../../src/site/request/Accepts.ts"

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
