import "effect/schema/SchemaJITCompiler/enable"
import { Context, Effect, Layer } from "effect"
import { mkdirSync } from "node:fs"
import { loadavg } from "node:os"
import { parseArgs } from "node:util"
import { readBundled } from "../data/semantic/BundledModel.ts"
import { openSqlite, ViewsDatabase } from "../infra/sqlite/Sqlite.ts"
import * as SqliteProductIndex from "../infra/sqlite/SqliteProductIndex.ts"
import { ProductIndex } from "../projections/ports/ProductIndex.ts"
import { fillPeers, peerFiles } from "./peers/FillPeers.ts"
import { openSearchPeer } from "./peers/OpenSearchPeer.ts"
import {
  type Asked,
  javascriptPeers,
  type Peer,
  plainFts5,
  strictestIds,
  strictestSearch,
  tantivy,
  wholeSearch
} from "./peers/Peers.ts"
import { peerQuestions } from "./peers/Questions.ts"
import { quantile } from "./Statistics.ts"

/**
 * node bin/node.mjs bench/peers.ts <folder> [products] [--python <python with tantivy 0.27.0>] [--opensearch <URL>]
 *   [--modules <folder>] [--questions 200]
 *
 * Our index is compared with FTS5 as it comes: the same generated products, the same questions, in one run. Options add
 * tantivy, OpenSearch as it comes, and, for catalogues that fit into memory, MiniSearch and Orama as npm installed them in
 * the folder. OpenSearch must run on this machine (`npm run -s stack -- up opensearch`). What the folder or the server has
 * already is not filled again.
 *
 * Half of the questions of each kind are asked beforehand, three times, so that code is compiled and files are in memory;
 * the others are new. OpenSearch is asked that half 12 times, because a JVM compiles for longer.
 *
 * Ratios are of CPU, since they survive a busy machine. The CPU of OpenSearch is that of its whole process, from
 * `/proc/<pid>/stat`: HTTP, garbage collection and compilation are included. It is read once before and once after all
 * questions of a kind, in steps of 10 ms. The times of OpenSearch are those of its caller.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: "string" },
    opensearch: { type: "string" },
    modules: { type: "string" },
    questions: { type: "string", default: "200" }
  }
})
const [folder, products = "20000"] = positionals
if (folder === undefined)
  throw new Error(
    "usage: peers.ts <folder> [products] [--python <path>] [--opensearch <URL>] [--modules <folder>] [--questions <count>]"
  )

const print = (line: string) => void process.stdout.write(`${line}\n`)

const indexIn = (path: string, layer: Layer.Layer<ProductIndex, unknown, ViewsDatabase>) =>
  Effect.gen(function* () {
    const db = yield* openSqlite({ path, synchronous: "NORMAL" })
    const views = Layer.succeed(ViewsDatabase, { current: () => db })
    return { db, index: Context.get(yield* Layer.build(layer.pipe(Layer.provide(views))), ProductIndex) }
  })

/** Each with an index of its own, so that none remembers what another was asked. */
const invertedPeers = Effect.fnUntraced(function* (path: string) {
  const open = () => indexIn(path, SqliteProductIndex.layerUnmerged)
  const [ids, query, question] = [yield* open(), yield* open(), yield* open()]
  return [
    strictestIds("inverted index, ids", ids.db, ids.index),
    strictestSearch("inverted index, one query", query.index),
    wholeSearch("inverted index, question", question.index)
  ]
})

const cpuOf = ({ cpuMs, times }: Asked): number => cpuMs / times.length

const row = (name: string, asked: Asked): string => {
  const cells = [cpuOf(asked), quantile([...asked.times], 0.5), quantile([...asked.times], 0.99)]
  const hits = Math.round(asked.hits / asked.times.length)
  return `  ${name.padEnd(28)}${cells.map((cell) => cell.toFixed(3).padStart(10)).join("")}${String(hits).padStart(10)}`
}

const geometricMean = (numbers: ReadonlyArray<number>): number =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length)

const program = Effect.gen(function* () {
  mkdirSync(folder, { recursive: true })
  const bundled = yield* Effect.promise(() => readBundled())
  yield* fillPeers(folder, Number(products), bundled, print)
  const files = peerFiles(folder)
  const fts5 = yield* openSqlite({ path: files.fts5, synchronous: "NORMAL" })
  const reference = values.python === undefined ? null : yield* tantivy(values.python, files.texts, files.tantivy)
  if (reference === null) print("without tantivy: --python names a Python that has it")
  const peers: ReadonlyArray<Peer> = [
    ...(reference === null ? [] : [reference]),
    plainFts5(fts5),
    ...(values.opensearch === undefined ? [] : [yield* openSearchPeer(values.opensearch, files.texts, print)]),
    ...(values.modules === undefined ? [] : yield* javascriptPeers(values.modules, files.texts)),
    ...(yield* invertedPeers(files.inverted))
  ]
  const count = Number(values.questions)
  const kinds = peerQuestions(bundled, 2 * count)
  for (const { ask, warmUps = 3 } of peers) {
    for (let round = 0; round < warmUps; round++) {
      for (const questions of kinds.values()) yield* ask(questions.slice(0, count))
    }
  }
  const ratios = new Map(peers.map(({ name }): [string, Array<number>] => [name, []]))
  for (const [kind, questions] of kinds) {
    print(`${kind.padEnd(30)}  CPU ms       p50       p99      hits`)
    let least: number | null = null
    for (const { ask, name } of peers) {
      const asked = yield* ask(questions.slice(count))
      least ??= cpuOf(asked)
      ratios.get(name)?.push(cpuOf(asked) / least)
      print(row(name, asked))
    }
  }
  print(
    `CPU as a ratio to ${peers[0]?.name ?? ""}, geometric mean of the kinds; load ${loadavg()[0]?.toFixed(1) ?? ""}`
  )
  for (const [name, each] of ratios) print(`  ${name.padEnd(28)}${geometricMean(each).toFixed(1).padStart(10)}`)
})

await Effect.runPromise(Effect.scoped(program))
