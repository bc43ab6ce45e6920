import "effect/schema/SchemaJITCompiler/enable"
import { Context, Effect, Layer, Schedule, Schema } from "effect"
import { mkdirSync, statSync } from "node:fs"
import { loadavg } from "node:os"
import { parseArgs } from "node:util"
import { fileURLToPath } from "node:url"
import * as BundledEmbedder from "../infra/embedding/BundledEmbedder.ts"
import { openSqlite, ViewsDatabase } from "../infra/sqlite/Sqlite.ts"
import * as SqliteProductVectors from "../infra/sqlite/SqliteProductVectors.ts"
import { ProductVectors } from "../projections/ports/ProductVectors.ts"
import { storedBytes } from "../projections/product-vectors/StoredVector.ts"
import { recallOf } from "./MixedVectors.ts"
import { startLinePeer } from "./peers/LinePeer.ts"
import { cpuMs, ownMb } from "./ProcessUse.ts"
import { quantile } from "./Statistics.ts"
import { fillVectorPeers, vectorFiles } from "./vector-peers/FillVectorPeers.ts"

/**
 * node bin/node.mjs bench/vector-peers.ts <folder> --python <python with usearch 2.26.6, hnswlib 0.8.0, numpy>
 *   [--products 200000] [--graphs usearch:f32:16,usearch:f16:16,hnswlib:f32:16,…] [--construction 128]
 *
 * Our search by vectors beside graphs (HNSW), over the vectors and the questions of bench/semantic.ts, in one run. Each graph is
 * asked with a longer list of candidates (ef) until its recall@10 is .99. It is built by all cores and asked by one thread. What
 * the folder has already is not made again.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: "string" },
    products: { type: "string", default: "200000" },
    graphs: {
      type: "string",
      default: "usearch:f32:16,usearch:f32:32,usearch:f16:16,usearch:i8:16,hnswlib:f32:16,hnswlib:f32:32"
    },
    construction: { type: "string", default: "128" }
  }
})
const [folder] = positionals
const { python } = values
if (folder === undefined || python === undefined) throw new Error("usage: vector-peers.ts <folder> --python <path>")

const efs = [32, 64, 128, 256, 512, 1_024, 2_048, 4_096]
const recallAimed = 0.99
const count = Number(values.products)
const files = vectorFiles(folder)

const print = (line: string) => void process.stdout.write(`${line}\n`)

const head = ["", "recall@10", "CPU ms", "p50 ms", "p99 ms"]
const row = (cells: ReadonlyArray<string>) =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(24) : cell.padStart(11))).join("")
const asked = (name: string, recall: number, cpu: number, times: ReadonlyArray<number>) =>
  row([name, recall.toFixed(4), ...[cpu, quantile(times, 0.5), quantile(times, 0.99)].map((ms) => ms.toFixed(2))])

const Built = Schema.Struct({ seconds: Schema.Number, cpu: Schema.Number, memory: Schema.Number, disk: Schema.Number })
const decodeBuilt = Schema.decodeUnknownSync(Schema.fromJsonString(Built))
const Answer = Schema.Struct({
  cpu: Schema.Number,
  seconds: Schema.Array(Schema.Number),
  cosines: Schema.Array(Schema.Array(Schema.Number))
})
const decodeAnswer = Schema.decodeUnknownSync(Schema.fromJsonString(Answer))

const graph = Effect.fnUntraced(function* (
  [library = "", kind = "", m = ""]: ReadonlyArray<string>,
  dimensions: number,
  exact: ReadonlyArray<ReadonlyArray<number>>
) {
  const script = fileURLToPath(new URL("vector-peers/hnsw_peer.py", import.meta.url))
  const settings = [library, kind, m, values.construction, files.vectors, files.questions, String(dimensions), folder]
  const name = `${library} ${kind} M=${m}`
  const peer = yield* startLinePeer(name, python, [script, ...settings])
  const built = decodeBuilt(yield* peer.next)
  print(
    `${name}: built in ${built.seconds.toFixed(0)} s (${built.cpu.toFixed(0)} s of CPU), ` +
      `${(built.memory / 1e6).toFixed(0)} MB of memory, ${(built.disk / 1e6).toFixed(0)} MB on disk`
  )
  for (const ef of efs) {
    const { cosines, cpu, seconds } = decodeAnswer(yield* peer.ask(ef))
    const recall = recallOf(cosines, exact)
    const times = seconds.map((each) => each * 1_000)
    print(asked(`  ef=${ef}`, recall, (cpu * 1_000) / times.length, times))
    if (recall >= recallAimed) break
  }
}, Effect.scoped)

const scan = Effect.fnUntraced(function* (
  questions: ReadonlyArray<Float32Array>,
  exact: ReadonlyArray<ReadonlyArray<number>>
) {
  const db = yield* openSqlite({ path: files.views, synchronous: "NORMAL" })
  const [memory, cpu, started] = [ownMb(), cpuMs(), performance.now()]
  const views = Layer.succeed(ViewsDatabase, { current: () => db })
  const layer = SqliteProductVectors.layerRead.pipe(Layer.provide(views))
  const { nearest } = Context.get(yield* Layer.build(layer), ProductVectors)
  const ask = (question: Float32Array) => nearest(question, 10).pipe(Effect.retry(Schedule.spaced("10 millis")))
  yield* Effect.forEach(questions.slice(0, 1), ask)
  print(
    `scan: read and coded in ${((performance.now() - started) / 1_000).toFixed(1)} s (${((cpuMs() - cpu) / 1_000).toFixed(1)} s of CPU), ` +
      `${(ownMb() - memory).toFixed(0)} MB of memory, ${((count * storedBytes(questions[0]?.length ?? 0)) / 1e6).toFixed(0)} MB of vectors on disk, ` +
      `${(statSync(files.views).size / 1e6).toFixed(0)} MB with all facts`
  )
  yield* Effect.forEach(questions.slice(0, 50), ask)
  const times: Array<number> = []
  const cosines: Array<ReadonlyArray<number>> = []
  const before = cpuMs()
  for (const question of questions) {
    const began = performance.now()
    const answer = yield* nearest(question, 10)
    times.push(performance.now() - began)
    cosines.push(answer.map(({ cosine }) => cosine))
  }
  print(asked("  all threads", recallOf(cosines, exact), (cpuMs() - before) / times.length, times))
}, Effect.scoped)

const program = Effect.gen(function* () {
  mkdirSync(folder, { recursive: true })
  const { exact, questions } = yield* fillVectorPeers(folder, count)
  print(`${count} vectors, ${questions.length} questions; load ${loadavg()[0]?.toFixed(1) ?? ""}`)
  print(row(head))
  yield* scan(questions, exact)
  const dimensions = questions[0]?.length ?? 0
  const graphs = values.graphs.split(",").filter((each) => each !== "")
  for (const each of graphs) yield* graph(each.split(":"), dimensions, exact)
})

await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(BundledEmbedder.layer)))
