import { assert, describe, inject, it } from "vitest"
import type { Page } from "playwright-core"
import { isWiderThanWindow, violationsOn, visit, type Visit, withBrowser } from "../support/browser/Visit.ts"

withBrowser()

const password = "violet-lamp-on-the-roof"
let people = 0
/** Somebody who is new here. */
const newAddress = (): string => `person${(people += 1)}@example.com`

const signUp = async (page: Page, email: string): Promise<string> => {
  await page.locator("#signup-email").fill(email)
  await page.locator("#signup-password").fill(password)
  await page.locator("form[action$='/signup'] button:not([type])").click()
  await page.locator("#new-key code").waitFor()
  return (await page.locator("#new-key code").textContent()) ?? ""
}

const logIn = async (page: Page, email: string): Promise<void> => {
  await page.locator("#login-email").fill(email)
  await page.locator("#login-password").fill(password)
  await page.locator("form[action$='/login'] button:not([type])").click()
  await page.locator(".parts").waitFor()
}

const statusOf = async (key: string): Promise<number> =>
  (await fetch(new URL("/v1/search?q=milk", inject("serviceUrl")), { headers: { "x-api-key": key } })).status

/** What axe finds and what the policy refuses. */
const faultsOf = async ({ complaints, page }: Visit): Promise<ReadonlyArray<string>> => [
  ...(await violationsOn(page)),
  ...complaints
]

describe.for([true, false])("with scripts: %s", (javaScriptEnabled) => {
  it("from a new address to an own key, its use, its end, and the end of the account", async () => {
    const email = newAddress()
    const { page } = await visit("/en/signup", { javaScriptEnabled })
    const key = await signUp(page, email)
    assert.strictEqual(await statusOf(key), 200)
    await page.reload()
    assert.notInclude(await page.content(), key)
    assert.strictEqual(await page.locator("#new-key").count(), 0)

    await page.goto(new URL("/en/dashboard", page.url()).href)
    await page.locator(".own tbody a").click()
    await page.locator("a[href$='confirm=rotate']").click()
    assert.strictEqual(await statusOf(key), 200)
    await page.locator("form:has([value=rotate]) button").click()
    const rotated = (await page.locator("#new-key code").textContent()) ?? ""
    assert.deepStrictEqual([await statusOf(key), await statusOf(rotated)], [401, 200])
    await page.reload()
    assert.notInclude(await page.content(), rotated)
    assert.strictEqual(await statusOf(rotated), 200)

    await page.goto(new URL("/en/dashboard/usage", page.url()).href)
    for (;;) {
      if ((await page.locator("tfoot td").first().textContent()) === "4") break
      await page.reload()
    }
    assert.isAtLeast(await page.locator(".usage-admitted").count(), 1)

    await page.locator("form[action$='/logout'] button").click()
    await page.locator(".state[role=status]").waitFor()
    await page.goto(new URL("/en/dashboard/account", page.url()).href)
    await logIn(page, email)
    await page.locator("#delete-password").fill(password)
    await page.locator("#delete-sure").check()
    await page.locator("form:has([value=delete]) button.danger").click()
    await page.locator("#login-email").waitFor()
    assert.strictEqual(await statusOf(rotated), 401)
  })
})

describe.for(["light", "dark"] as const)("in the %s", (colorScheme) => {
  it.for(["en", "ru", "ar"])(
    "%s: axe finds nothing on any page or state, the policy refuses nothing",
    async (language) => {
      const email = newAddress()
      const seen = await visit(`/${language}/signup`, { colorScheme })
      const { page } = seen
      assert.deepStrictEqual(await faultsOf(seen), [], page.url())
      await page.locator("form[action$='/signup'] button:not([type])").click()
      await page.locator("#signup-problems:focus").waitFor()
      assert.deepStrictEqual(await faultsOf(seen), [], page.url())
      await signUp(page, email)
      assert.deepStrictEqual(await faultsOf(seen), [], page.url())
      for (const path of ["login", "reset", "reset?token=x", "verify?token=x", "dashboard"]) {
        await page.goto(new URL(`/${language}/${path}`, page.url()).href)
        assert.deepStrictEqual(await faultsOf(seen), [], page.url())
      }
      const key = (await page.locator(".own tbody a").getAttribute("href")) ?? ""
      const parts = ["", "/usage", "/usage?by=hour", "/usage?from=x", "/plan", "/warnings", "/sessions", "/account"]
      await page.goto(new URL(`/${language}/dashboard/warnings`, page.url()).href)
      await page.locator("#webhook-url").fill("https://hooks.example.org/quota")
      await page.locator("form:has([value=set]) button").click()
      await page.locator("code", { hasText: "whsec_" }).waitFor()
      assert.deepStrictEqual(await faultsOf(seen), [], page.url())
      for (const path of [...parts.map((part) => `/${language}/dashboard${part}`), key, `${key}&confirm=rotate`]) {
        await page.goto(new URL(path, page.url()).href)
        assert.deepStrictEqual(await faultsOf(seen), [], page.url())
      }
    }
  )
})

it.for(["en", "ru", "ar"])("%s: nothing lies beside a window of 320 px", async (language) => {
  const email = newAddress()
  const { page } = await visit(`/${language}/signup`, { width: 320 })
  assert.isFalse(await isWiderThanWindow(page))
  await signUp(page, email)
  assert.isFalse(await isWiderThanWindow(page))
  for (const part of ["", "/usage", "/plan", "/warnings", "/sessions", "/account"]) {
    await page.goto(new URL(`/${language}/dashboard${part}`, page.url()).href)
    assert.isFalse(await isWiderThanWindow(page), part)
  }
})

it("a password can be looked at, and a key is downloaded as a file", async () => {
  const { page } = await visit("/en/signup")
  const field = page.locator("#signup-password")
  await field.fill(password)
  await page.locator(".show").click()
  assert.strictEqual(await field.getAttribute("type"), "text")
  const key = await signUp(page, newAddress())
  const downloading = page.waitForEvent("download")
  await page.locator("[data-download] > button").last().click()
  const chunks: Array<Uint8Array> = []
  for await (const chunk of await (await downloading).createReadStream()) chunks.push(chunk)
  assert.strictEqual(Buffer.concat(chunks).toString(), `FOODDATA_API_KEY=${key}\n`)
})
