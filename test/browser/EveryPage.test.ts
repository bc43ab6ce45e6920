import { gzipSync } from "node:zlib"
import { assert, describe, inject, it } from "vitest"
import { isWiderThanWindow, violationsOn, visit, withBrowser } from "../support/browser/Visit.ts"

withBrowser()

/** Every page, and each of its states that can be reached by an address. */
const states = [
  "",
  "?q=kefir",
  "?q=zzzzqqqq",
  "?q=x",
  "plans",
  "playground",
  "playground?operation=analyze&send=1",
  "playground?operation=rotateKey",
  "?q=kefir&offset=5",
  "playground?operation=plans&send=1",
  "audit",
  "nothing-here"
]

const pages = ["en", "ru", "ar"].flatMap((language) => states.map((state) => `/${language}/${state}`))

describe.for(["light", "dark"] as const)("in the %s", (colorScheme) => {
  it.for(pages)("%s: axe finds nothing, the policy refuses nothing", async (path) => {
    const { complaints, page } = await visit(path, { colorScheme })
    assert.deepStrictEqual(await violationsOn(page), [])
    assert.deepStrictEqual(complaints, [])
  })

  it.for(["/docs", "/ru/docs", "/ar/docs"])(
    "%s: axe finds nothing with an operation open and answered",
    async (path) => {
      const { complaints, page } = await visit(path, { colorScheme })
      await page.locator("#operations-products-search .opblock-summary-control").click()
      await page.locator("#operations-products-search .execute").click()
      await page.locator(".live-responses-table .response").waitFor()
      assert.deepStrictEqual(await violationsOn(page), [])
      assert.deepStrictEqual(complaints, [])
    }
  )
})

describe("narrow and light", () => {
  it.for([...pages, "/docs", "/ru/docs", "/ar/docs"])("%s: nothing lies beside a window of 320 px", async (path) => {
    const { page } = await visit(path, { width: 320 })
    await page.locator("h1").first().waitFor()
    assert.isFalse(await isWiderThanWindow(page))
  })

  it.for(pages)("%s: page, styles and scripts are 60 kB at most, compressed", async (path) => {
    const origin = inject("serviceUrl")
    const textOf = async (address: string) =>
      (await fetch(new URL(address, origin), { headers: { accept: "text/html, */*" } })).text()
    const page = await textOf(path)
    const parts = [...page.matchAll(/(?:<link rel="stylesheet" href|<script type="module" src)="([^"]+)"/g)]
    assert.isAtLeast(parts.length, 2)
    const texts = [page, ...(await Promise.all(parts.map(([, address]) => textOf(address ?? ""))))]
    const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0)
    assert.isBelow(bytes, 60_000)
  })
})

describe("the reference", () => {
  it("keeps a key for the tab, and sends it", async () => {
    const { page } = await visit("/en/playground?operation=me&send=1")
    const key = (await page.locator("#sandbox-key code").textContent()) ?? ""
    await page.goto(new URL("/docs", page.url()).href)
    await page.locator("#key").fill(key)
    await page.locator("#key-form button").click()
    await page.reload()
    await page.locator("#operations-account-me .opblock-summary-control").click()
    const asked = page.waitForRequest((request) => request.url().endsWith("/v1/me"))
    await page.locator("#operations-account-me .execute").click()
    assert.strictEqual(await (await asked).headerValue("x-api-key"), key)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.locator("#operations-account-me").waitFor()
    assert.strictEqual(await other.locator("#key").inputValue(), "")
  })

  it("fills the words of a search in, says what each parameter is, and has no lock where no key is needed", async () => {
    const { page } = await visit("/docs")
    await page.locator("#operations-products-search .opblock-summary-control").click()
    const row = page.locator("#operations-products-search tr[data-param-name=q]")
    assert.strictEqual(await row.locator("input").inputValue(), "oat milk")
    assert.include(await row.textContent(), "What to look for, in any language")
    assert.strictEqual(await page.locator("#operations-account-me .authorization__btn").count(), 1)
    assert.strictEqual(await page.locator("#operations-account-plans .authorization__btn").count(), 0)
  })
})
