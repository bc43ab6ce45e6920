import { assert, describe, inject, it } from "vitest"
import { isWiderThanWindow, violationsOn, visit, type Visitor, withBrowser } from "../support/browser/Visit.ts"

withBrowser()

const views = [
  "events",
  "keys",
  "failures",
  "usage",
  "events&type=KeyActivated",
  "events&key=x&from=yesterday",
  "events&account=acc_000000000000",
  "usage&key=key_000000000000&from=2026-01-01&to=2026-01-01"
]

/** Opens the trail with the key of an auditor, as a person does. */
const opened = async (language: string, visitor: Visitor = {}) => {
  const seen = await visit(`/${language}/audit`, visitor)
  await seen.page.locator("#audit-key").fill(inject("auditorKey"))
  await seen.page.locator("form[action$='/audit'] button:not([type])").click()
  await seen.page.locator(".parts").waitFor()
  return seen
}

describe.for(["light", "dark"] as const)("in the %s", (colorScheme) => {
  it.for(["en", "ru", "ar"])("%s: axe finds nothing on any part, the policy refuses nothing", async (language) => {
    const { complaints, page } = await opened(language, { colorScheme })
    for (const view of views) {
      await page.goto(new URL(`/${language}/audit?view=${view}`, page.url()).href)
      assert.deepStrictEqual([...(await violationsOn(page)), ...complaints], [], page.url())
    }
  })
})

it.for(["en", "ru", "ar"])("%s: nothing lies beside a window of 320 px", async (language) => {
  const { page } = await opened(language, { width: 320 })
  for (const view of views) {
    await page.goto(new URL(`/${language}/audit?view=${view}`, page.url()).href)
    assert.isFalse(await isWiderThanWindow(page), view)
  }
})

it.for([true, false])(
  "with scripts %s: from the key to the events, their file, and out again",
  async (javaScriptEnabled) => {
    const { page } = await opened("en", { javaScriptEnabled })
    await page.locator("#audit-type").selectOption("KeyIssued")
    await page.locator("form.choice button").click()
    await page.locator("td", { hasText: "KeyIssued" }).first().waitFor()
    const downloading = page.waitForEvent("download")
    await page.locator("a[href*='rows.csv']").click()
    assert.strictEqual((await downloading).suggestedFilename(), "fooddata-audit-events.csv")
    await page.locator("form:has([value=close]) button").click()
    await page.locator("#audit-key").waitFor()
  }
)
