import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { chromium, type Page } from "playwright-core"

/**
 * `node bin/node.mjs bench/newcomer.ts`: what a newcomer waits for, in Chromium: from `npm install && npm start` in a fresh
 * clone to the first food, and from `/` to the first 200 with a key of their own, by the way that the page shows.
 */
const required = { firstFoodMs: 60_000, firstAnswerMs: 120_000 }
const port = 8_085
const home = `http://127.0.0.1:${port}/`
/** a person reads a page before going on from it */
const readingMs = 3_000

const clone = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "fooddata-newcomer-"))
  execFileSync("git", ["clone", "--quiet", fileURLToPath(new URL("..", import.meta.url)), folder])
  return folder
}

const isUp = async (): Promise<boolean> => {
  try {
    return (await fetch(new URL("/readyz", home))).ok
  } catch {
    // nothing listens yet
    return false
  }
}

const findFood = async (page: Page): Promise<void> => {
  await page.goto(home)
  await page.locator("#q").pressSequentially("oat milk", { delay: 100 })
  await page.keyboard.press("Enter")
  await page.locator(".results .food").first().waitFor()
}

const getKey = async (page: Page): Promise<string> => {
  await page.goto(home)
  await pause(readingMs)
  await page.locator("a[href$='/signup']").first().click()
  await page.locator("#signup-email").pressSequentially("newcomer@example.com", { delay: 100 })
  await page.locator("#signup-password").pressSequentially("violet-lamp-on-the-roof", { delay: 100 })
  await page.keyboard.press("Enter")
  await page.locator("#new-key code").waitFor()
  await pause(readingMs)
  return (await page.locator("#new-key code").textContent()) ?? ""
}

const report = (what: string, ms: number, most: number): void => {
  const verdict = ms <= most ? "reached" : "MISSED"
  process.stdout.write(`${what}: ${(ms / 1_000).toFixed(1)} s, required ≤ ${most / 1_000} s: ${verdict}\n`)
}

const folder = clone()
const startedAt = performance.now()
const service = spawn("sh", ["-c", "npm install --no-audit --no-fund && exec npm start"], {
  cwd: folder,
  env: { ...process.env, PORT: String(port), ADMIN_PORT: "0" },
  stdio: "ignore",
  detached: true
})
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : []
})
try {
  const page = await browser.newPage()
  while (!(await isUp())) await pause(100)
  await findFood(page)
  report("from the clone to the first food", performance.now() - startedAt, required.firstFoodMs)
  const beganAt = performance.now()
  const key = await getKey(page)
  const { status } = await fetch(new URL("/v1/search?q=milk", home), { headers: { "x-api-key": key } })
  if (status !== 200) throw new Error(`the new key is answered ${status}`)
  report("from / to the first own 200", performance.now() - beganAt, required.firstAnswerMs)
} finally {
  await browser.close()
  if (service.pid !== undefined) process.kill(-service.pid, "SIGTERM")
  await new Promise((ended) => service.once("close", ended))
  rmSync(folder, { recursive: true, force: true })
}
