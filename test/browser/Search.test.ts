import { assert, describe, it } from "vitest"
import { visit, withBrowser } from "../support/browser/Visit.ts"

withBrowser()

const searches = [
  { language: "en", q: "kefir", heading: /foods found/, food: "Kefir" },
  { language: "ru", q: "гречка", heading: /Найден/, food: "Гречка" },
  { language: "ar", q: "تمر", heading: /طعامًا|أطعمة|طعام/, food: "تمر" }
] as const

describe.for([true, false])("with scripts: %s", (javaScriptEnabled) => {
  it.for(searches)("a person finds $q in $language", async ({ food, heading, language, q }) => {
    const { page } = await visit(`/${language}/`, { javaScriptEnabled })
    await page.locator("#q").fill(q)
    await page.locator("#q").press("Enter")
    await page.waitForURL(/[?]q=/)
    assert.match((await page.locator("#results-heading").textContent()) ?? "", heading)
    const first = page.locator(".food").first()
    assert.include((await first.locator("h3").textContent())?.toLowerCase(), food.toLowerCase())
    assert.strictEqual(await first.locator("dd").count(), 4)
    assert.strictEqual(await page.locator("#q").inputValue(), q)
    assert.include(await page.locator(".tab-curl code").textContent(), `q=${q}`)
    assert.strictEqual(await page.locator("html").getAttribute("lang"), language)
  })

  it("the language of the code is chosen, and the switch of languages keeps the search", async () => {
    const { page } = await visit("/en/?q=kefir", { javaScriptEnabled })
    assert.isFalse(await page.locator(".tab-python").isVisible())
    await page.locator("label[for=code-python]").click()
    assert.isTrue(await page.locator(".tab-python").isVisible())
    assert.isFalse(await page.locator(".tab-curl").isVisible())
    await page.locator(".languages a[lang=ar]").click()
    assert.strictEqual(await page.locator("html").getAttribute("dir"), "rtl")
    assert.strictEqual(await page.locator("#q").inputValue(), "kefir")
    // the next page without a language is in the one that was chosen
    await page.goto(new URL("/plans", page.url()).href)
    assert.strictEqual(await page.locator("html").getAttribute("lang"), "ar")
  })
})

describe("with a keyboard", () => {
  it("the first stop leads to the content, and each stop shows where it is", async () => {
    const { page } = await visit("/en/")
    await page.keyboard.press("Tab")
    assert.strictEqual(await page.evaluate("document.activeElement.className"), "skip")
    await page.keyboard.press("Enter")
    assert.strictEqual(await page.evaluate("document.activeElement.id"), "content")
    const stops: Array<string> = []
    for (;;) {
      await page.keyboard.press("Tab")
      const stop = await page.evaluate<string>("document.activeElement.tagName + document.activeElement.id")
      if (stop === "BODY") break
      stops.push(stop)
      // what is chosen by arrows shows it on its label
      const shown = stop.startsWith("INPUTcode-")
        ? "document.activeElement.nextElementSibling"
        : "document.activeElement"
      assert.notStrictEqual(await page.evaluate(`getComputedStyle(${shown}).outlineStyle`), "none", stop)
    }
    assert.includeMembers(stops, ["INPUTq", "BUTTON", "INPUTcode-curl", "PRE"])
  })
})
