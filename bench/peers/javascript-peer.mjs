// Answers the questions of bench/peers.ts with a library in memory:
// node javascript-peer.mjs <minisearch | orama> <texts.jsonl> <folder where npm installed it>
//
// A line of the texts is {"id", "text"}. Each line of the standard input is a list of questions, each a list of words, all of
// which have to match; its answer is a line with the CPU seconds they took, the seconds of each, and how many products match
// them all together. A question is ten results with their ids and the exact number.

import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { createInterface } from "node:readline"

const [name = "", texts = "", folder = ""] = process.argv.slice(2)
const load = createRequire(join(folder, "package.json"))
const products = readFileSync(texts, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))

const minisearch = () => {
  const MiniSearch = load("minisearch")
  const index = new MiniSearch({ fields: ["text"] })
  index.addAll(products)
  return (/** @type {ReadonlyArray<string>} */ words) => {
    const found = index.search(words.join(" "), { combineWith: "AND" })
    return { ids: found.slice(0, 10).map((/** @type {{ id: string }} */ { id }) => id), count: found.length }
  }
}

const orama = () => {
  const { create, insertMultiple, search } = load("@orama/orama")
  const index = create({ schema: { id: "string", text: "string" } })
  insertMultiple(index, products)
  return (/** @type {ReadonlyArray<string>} */ words) => {
    // 0: all words have to match
    const found = search(index, { term: words.join(" "), properties: ["text"], limit: 10, threshold: 0 })
    return { ids: found.hits.map((/** @type {{ id: string }} */ { id }) => id), count: found.count }
  }
}

const answer = name === "orama" ? orama() : minisearch()

for await (const line of createInterface({ input: process.stdin })) {
  const seconds = []
  let hits = 0
  const before = process.cpuUsage()
  for (const words of JSON.parse(line)) {
    const started = performance.now()
    hits += answer(words).count
    seconds.push((performance.now() - started) / 1_000)
  }
  const { system, user } = process.cpuUsage(before)
  process.stdout.write(`${JSON.stringify({ cpu: (system + user) / 1e6, seconds, hits })}\n`)
}
