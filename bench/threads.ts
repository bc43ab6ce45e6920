import { Effect } from "effect"
import { availableParallelism } from "node:os"
import { readBundled } from "../data/semantic/BundledModel.ts"
import { Asker } from "../src/query-threads/Asker.ts"
import { layerWith, QueryThreads, queryThreadsDefaults } from "../src/query-threads/QueryThreads.ts"
import { startQueryThread } from "../src/query-threads/SqliteThreads.ts"
import { peerQuestions } from "./peers/Questions.ts"

/**
 * node bin/node.mjs bench/threads.ts <views.db> [questions a kind]
 *
 * How many new questions of one to four words one query thread answers a second, and as many as the machine has cores, in
 * turns. Each set of threads is asked other questions first, as many for each thread, so that its code is compiled and its files
 * are in memory.
 */
const [path, asked = "200"] = process.argv.slice(2)
if (path === undefined) throw new Error("usage: threads.ts <views.db> [questions a kind]")
const perKind = Number(asked)
const rounds = 3

const print = (line: string) => void process.stdout.write(`${line}\n`)

type Questions = ReadonlyArray<Parameters<QueryThreads["Service"]["ask"]>[0]>

/** Each question is of a key of its own, so that no limit of a key counts. */
const askAll = Effect.fnUntraced(function* (questions: Questions, threads: number) {
  const { ask } = yield* QueryThreads
  yield* Effect.forEach(questions, (question, i) => Effect.provideService(ask(question), Asker, String(i % perKind)), {
    concurrency: 4 * threads,
    discard: true
  })
})

const start = startQueryThread({ _tag: "Sqlite", viewsPath: path, foreignModel: null })

/** Questions a second. */
const rateOf = (threads: number, first: Questions, counted: Questions) =>
  Effect.gen(function* () {
    yield* askAll(first, threads)
    const started = performance.now()
    yield* askAll(counted, threads)
    return counted.length / ((performance.now() - started) / 1_000)
  }).pipe(Effect.provide(layerWith(start, { ...queryThreadsDefaults, threads })))

const program = Effect.gen(function* () {
  const bundled = yield* Effect.promise(() => readBundled())
  const cores = availableParallelism()
  const sets = cores + 1
  const all = [...peerQuestions(bundled, sets * perKind).values()]
    .flat()
    .map(({ query }) => ({ _tag: "Search", query }) as const)
  const setsOf = (from: number, to: number) => all.filter((_, i) => i % sets >= from && i % sets < to)
  const counted = setsOf(0, 1)
  for (let round = 0; round < rounds; round++) {
    const one = yield* rateOf(1, setsOf(1, 2), counted)
    const every = yield* rateOf(cores, setsOf(1, sets), counted)
    print(
      `one thread ${one.toFixed(0)}/s, ${cores} threads ${every.toFixed(0)}/s: ${(every / one).toFixed(2)} times as many`
    )
  }
})

await Effect.runPromise(Effect.scoped(program))
