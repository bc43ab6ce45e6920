import { Console, Effect, Schedule } from "effect"
import { dirname, join } from "node:path"
import process from "node:process"
import { temporaryFolder } from "../test/support/EmbeddedStores.ts"
import { send } from "../test/support/http/HttpClient.ts"
import { type ServerProcess, startServer } from "./http/ServerProcess.ts"
import { median } from "./Statistics.ts"

/**
 * `node bin/node.mjs bench/startup.ts [rounds] [data folder]`: from the start of the process to the first 200 of `/readyz`, and its memory,
 * of a first start that brings the bundled catalogue in and of later ones; of a data folder that was filled before, only
 * of later ones. Compiled code is kept as `npm start` does, so later starts have it. CPU time of all threads.
 */
const rounds = Number(process.argv[2] ?? 5)
const filled = process.argv[3]

interface Start {
  readonly readyAfterMs: number
  readonly cpuMs: number
  readonly residentBytes: number
}

const started = (folder: string, env: Readonly<Record<string, string>>, log: string) =>
  startServer({
    args: ["src/main.ts", "serve"],
    env: { DATA_DIR: folder, NODE_COMPILE_CACHE: join(dirname(log), "compiled"), ...env },
    log
  })

const measured = (server: ServerProcess): Effect.Effect<Start> =>
  Effect.gen(function* () {
    const saidAt = performance.now()
    yield* send({ port: server.port, path: "/readyz" }).pipe(
      Effect.repeat({ until: ({ status }) => status === 200, schedule: Schedule.spaced("5 millis") })
    )
    const readyAfterMs = server.readyAfterMs + performance.now() - saidAt
    const { cpuUs, residentBytes } = yield* server.report
    return { readyAfterMs, cpuMs: cpuUs / 1_000, residentBytes }
  })

const once = (folder: string, env: Readonly<Record<string, string>>, log: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* started(folder, env, log)
      const start = yield* measured(server)
      yield* server.stop
      return start
    })
  )

/** Vectors are made and read in the background: memory at rest is that of a while after the start. */
const atRest = (folder: string, log: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* started(folder, { BUNDLED_CATALOGUE: "false" }, log)
      let last = (yield* server.report).cpuUs
      const worked = Effect.gen(function* () {
        yield* Effect.sleep("1 second")
        const { cpuUs, residentBytes } = yield* server.report
        const used = cpuUs - last
        last = cpuUs
        return { isBusy: used > 50_000, residentBytes }
      })
      const { residentBytes } = yield* worked.pipe(Effect.repeat({ until: ({ isBusy }) => !isBusy }))
      yield* server.stop
      return residentBytes
    })
  )

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MiB`

const report = (name: string, starts: ReadonlyArray<Start>) => {
  const of = (value: (start: Start) => number) => median(starts.map(value))
  const ready = (of(({ readyAfterMs }) => readyAfterMs) / 1_000).toFixed(2)
  const cpu = (of(({ cpuMs }) => cpuMs) / 1_000).toFixed(2)
  return Console.log(
    `${name}: ready after ${ready} s, ${cpu} s of CPU, ${megabytes(of(({ residentBytes }) => residentBytes))}`
  )
}

const program = Effect.gen(function* () {
  const own = yield* temporaryFolder
  const log = join(own, "start.log")
  if (filled === undefined) {
    const first = yield* Effect.forEach(
      Array.from({ length: Math.min(rounds, 3) }, (_, n) => n),
      (n) => once(join(own, `data-${n}`), { BUNDLED_CATALOGUE: "true" }, log)
    )
    yield* report("first start, bundled catalogue brought in", first)
  }
  const folder = filled ?? join(own, "data-0")
  const env = { BUNDLED_CATALOGUE: filled === undefined ? "true" : "false" }
  const later = yield* Effect.replicateEffect(once(folder, env, log), rounds)
  yield* report(filled === undefined ? "later starts, bundled catalogue" : `starts of ${filled}`, later)
  yield* Console.log(`at rest: ${megabytes(yield* atRest(folder, log))}`)
})

await Effect.runPromise(Effect.scoped(program))
