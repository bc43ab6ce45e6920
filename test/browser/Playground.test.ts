import { assert, describe, it } from "vitest"
import { setTimeout } from "node:timers/promises"
import type { Page } from "playwright-core"
import { visit, withBrowser } from "../support/browser/Visit.ts"

withBrowser()

const send = async (page: Page): Promise<void> => {
  const answered = page.waitForResponse((response) => response.url().includes("send=1"))
  await page.locator("#call button").click()
  await answered
  await page.locator("#answer .facts").waitFor()
}

const statusOn = (page: Page) => page.locator("#answer .facts dd").first().textContent()
const keyOn = async (page: Page): Promise<string> => (await page.locator("#sandbox-key code").textContent()) ?? ""

/**
 * Asks as a client does that waits when it is told to, until the quota of the day is used up. Of two nodes one may have the last
 * unit when the other refuses: so both have to.
 */
const useUp = async (url: string, key: string): Promise<number> => {
  let answered = 0
  for (let refusals = 0; refusals < 2;) {
    const response = await fetch(url, { headers: { "x-api-key": key } })
    if (response.ok) answered++
    const wait = Number(response.headers.get("retry-after") ?? 0)
    refusals = wait > 1 ? refusals + 1 : 0
    if (wait === 1) await setTimeout(1_000)
  }
  return answered
}

describe.for([true, false])("the playground with scripts: %s", (javaScriptEnabled) => {
  it("sends a request with a key of the visitor's own, which works elsewhere, too", async () => {
    const { page } = await visit("/en/playground", { javaScriptEnabled })
    assert.strictEqual(await page.locator("#sandbox-key code").count(), 0)
    await page.locator("#field-q").fill("buckwheat")
    await send(page)
    assert.strictEqual(await statusOn(page), "200")
    assert.include(await page.locator("#answer pre").first().textContent(), "c_buckwheat")
    const key = await keyOn(page)
    assert.match(key, /^fdb_\w{40}$/)
    assert.include(await page.locator(".tab-curl code").textContent(), key)
    const search = new URL("/v1/search?q=milk", page.url()).href
    const elsewhere = await fetch(search, { headers: { "x-api-key": key } })
    assert.strictEqual(elsewhere.headers.get("x-plan"), "sandbox")
  })

  it("says in words that the ten requests of the day are used up", async () => {
    const { page } = await visit("/ru/playground?operation=me", { javaScriptEnabled })
    await send(page)
    const answered = await useUp(new URL("/v1/search?q=milk", page.url()).href, await keyOn(page))
    assert.strictEqual(answered, 10)
    await page.locator(".operations a").first().click()
    await send(page)
    assert.strictEqual(await statusOn(page), "429")
    assert.include(await page.locator("#answer .state").textContent(), "Сегодняшние 10 запросов")
  })
})

describe("the playground with scripts", () => {
  it("keeps the code in step with the fields, and gives the key to nobody but the service", async () => {
    const { complaints, page } = await visit("/en/playground")
    await page.locator("label[for=code-python]").click()
    await page.locator("#field-q").fill("rye bread")
    await page.locator(".tab-python code", { hasText: "rye bread" }).waitFor()
    assert.isTrue(await page.locator(".tab-python").isVisible())
    await send(page)
    assert.strictEqual(await page.evaluate("document.cookie"), "")
    assert.isTrue(await page.locator(".tab-python").isVisible())
    assert.isAbove(await page.locator("#request .copy").count(), 0)
    assert.deepStrictEqual(complaints, [])
  })
})
