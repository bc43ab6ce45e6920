// node browser.mjs URL WORD: a person types the word on the start page, in a Chromium without a window (CHROMIUM says where it
// is). Prints the heading of the answer and the first foods. Nothing outside of the service is reached.
import process from "node:process"
import { chromium } from "playwright-core"

const [url, word] = process.argv.slice(2)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  // Chromium's own sandbox needs a user who is not root
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : []
})
try {
  const page = await browser.newPage({ locale: "en" })
  await page.route(
    ({ href }) => !href.startsWith(url),
    (route) => route.abort()
  )
  await page.goto(url)
  await page.locator("#q").fill(word)
  await page.locator("#q").press("Enter")
  await page.waitForURL(/[?]q=/)
  console.log((await page.locator("#results-heading").textContent())?.trim())
  for (const food of (await page.locator(".food h3").allTextContents()).slice(0, 3)) console.log(food.trim())
} finally {
  await browser.close()
}
