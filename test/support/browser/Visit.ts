import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import process from "node:process"
import { type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, inject } from "vitest"
import type { Browser } from "playwright-core"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Debian's; another machine says where its own is. */
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium"

/** Chromium's own sandbox needs a user who is not root. */
const args = process.getuid?.() === 0 ? ["--no-sandbox"] : []

/** What a visit may be like; by default with scripts, light, 1,280 px wide, in English. */
export interface Visitor extends BrowserContextOptions {
  readonly width?: number
}

export interface Visit {
  readonly page: Page
  /** what the policies of the pages refused, and what their scripts complained of */
  readonly complaints: ReadonlyArray<string>
}

const launched: { browser?: Browser } = {}

/** One browser for the tests of a file. */
export const withBrowser = (): void => {
  beforeAll(async () => {
    launched.browser = await chromium.launch({ executablePath, args })
  })
  afterAll(() => launched.browser?.close())
}

/** Opens the path as a visitor of their own. Nothing outside of the service is reached. */
export const visit = async (path: string, { width = 1_280, ...options }: Visitor = {}): Promise<Visit> => {
  if (launched.browser === undefined) throw new TypeError("the browser was not launched")
  const context = await launched.browser.newContext({ viewport: { width, height: 900 }, locale: "en", ...options })
  const origin = inject("serviceUrl")
  await context.route(
    ({ href }) => !href.startsWith(origin),
    (route) => route.abort()
  )
  const page = await context.newPage()
  const complaints: Array<string> = []
  page.on("pageerror", (error) => complaints.push(error.message))
  page.on("console", (message) => {
    if (/content security policy|refused to/i.test(message.text())) complaints.push(message.text())
  })
  await page.goto(origin + path)
  return { page, complaints }
}

/** What axe finds: the rule, and where it is broken. Elements are there before the style sheet is, so it waits for all. */
export const violationsOn = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.waitForLoadState("load")
  await page.evaluate(axe)
  return page.evaluate<ReadonlyArray<string>>(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.target).join(", ")))`
  )
}

/** Is there more beside than the window shows, with the style sheet at work? */
export const isWiderThanWindow = async (page: Page): Promise<boolean> => {
  await page.waitForLoadState("load")
  return page.evaluate<boolean>("document.documentElement.scrollWidth > document.documentElement.clientWidth")
}
