import { Console, Effect } from "effect"
import process from "node:process"
import { servers } from "./http/Fixture.ts"
import { cpuPerRequest } from "./http/Load.ts"
import { median } from "./Statistics.ts"
import { seededRandom } from "./SyntheticCatalogue.ts"

/**
 * `node bin/node.mjs bench/http.ts [rounds] [requests] [warm-up]`: CPU time of the server for a metered, validated search
 * of ten hits, against fastify with ajv that has the same answers ready in memory (`http/FastifyReference.ts`). Every
 * server is a process of its own; they are asked in turns, and a figure is the median of the rounds. The service runs as
 * in production: bundled catalogue, metering, journal, access log into a file. Fails when a body of the reference is not
 * the service's.
 */
const rounds = Number(process.argv[2] ?? 12)
const requests = Number(process.argv[3] ?? 1_500)
/** for each server: until its code is compiled, a request costs several times as much */
const warmUp = Number(process.argv[4] ?? 15_000)
const required = { "service, asked before": 1.5, "service, pages prepared": 1.8 }

/** Words of the names that were found: any two make a question that was not asked before. */
const wordsOf = (bodies: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(bodies.flatMap((body) => body.match(/(?<=[ "])[a-z]{4,}/gu) ?? []))
]

const pairsOf = (words: ReadonlyArray<string>): (() => string) => {
  const random = seededRandom(3)
  const word = () => words[Math.floor(random() * words.length)] ?? ""
  return () => `${word()} ${word()}`
}

const inTurns = (questions: ReadonlyArray<string>): (() => string) => {
  let turn = 0
  return () => questions[turn++ % questions.length] ?? ""
}

const program = Effect.gen(function* () {
  const { bodies, loadOf, logging, prepared, questions, reference, service } = yield* servers
  const kinds = {
    reference: loadOf(reference, inTurns(questions)),
    "reference, with a log": loadOf(logging, inTurns(questions)),
    "service, pages prepared": loadOf(prepared, inTurns(questions)),
    "service, asked before": loadOf(service, inTurns(questions)),
    "service, new questions": loadOf(service, pairsOf(wordsOf(bodies)))
  }
  const loads = Object.entries(kinds)
  // new questions come from the same process as those asked before
  yield* Effect.forEach(loads, ([name, load]) =>
    cpuPerRequest(load, name.endsWith("new questions") ? requests : warmUp)
  )
  const figures = new Map<string, Array<number>>()
  for (let round = 0; round < rounds; round++) {
    for (const [name, load] of loads) {
      const cpuUs = yield* cpuPerRequest(load, requests)
      figures.set(name, [...(figures.get(name) ?? []), cpuUs])
    }
  }
  for (const [, { agent }] of loads) agent.destroy()

  const of = (name: keyof typeof kinds): number => median(figures.get(name) ?? [])
  const ratio = (name: keyof typeof kinds): string => (of(name) / of("reference")).toFixed(2)
  const bytes = Math.round(bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0) / bodies.length)
  const rows = (
    [
      "reference",
      "reference, with a log",
      "service, pages prepared",
      "service, asked before",
      "service, new questions"
    ] as const
  ).map((name) => `${name.padEnd(26)}${of(name).toFixed(0).padStart(5)} µs${ratio(name).padStart(7)}`)
  const engine = of("service, new questions") - of("service, pages prepared")
  const verdict = (name: keyof typeof required): string =>
    `${ratio(name)}, required ≤ ${required[name]}: ${of(name) <= required[name] * of("reference") ? "reached" : "MISSED"}`
  yield* Console.log(
    [
      `${questions.length} questions of ten hits, ${bytes} bytes an answer; ${rounds} × ${requests} requests`,
      ...rows,
      `of a new question ${engine.toFixed(0)} µs in the engine, ${of("service, pages prepared").toFixed(0)} µs around it`,
      `asked again, as the reference is: ${verdict("service, asked before")}`,
      `with everything made anew: ${verdict("service, pages prepared")}`
    ].join("\n")
  )
})

await Effect.runPromise(Effect.scoped(program))
