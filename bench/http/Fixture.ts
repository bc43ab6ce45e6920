import { Effect } from "effect"
import { deepStrictEqual } from "node:assert"
import { cpSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../../test/support/EmbeddedStores.ts"
import { issueKeys } from "../../test/support/IssueKeys.ts"
import { syntheticCatalogue } from "../SyntheticCatalogue.ts"
import { ask, type Load, makeAgent } from "./Load.ts"
import { type ServerProcess, settled, startServer } from "./ServerProcess.ts"

/** Business keys, a hundred requests a second each: twice what the caller can ask. */
const keyCount = 200

/** Brings the catalogue in, and waits until nothing goes on in the background. */
const fill = (data: string, log: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const env = { DATA_DIR: data, BUNDLED_CATALOGUE: "true" }
      const filling = yield* startServer({ args: ["src/main.ts", "serve"], env, log })
      yield* settled(filling)
      yield* filling.stop
    })
  )

const noQuestion = () => ""

/**
 * The service on the bundled catalogue, its twin on prepared pages, and two references that have its answers in memory:
 * without a log and with one. Dies when a body of a reference is not the service's.
 */
export const servers = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const [data, twin, answers] = [join(folder, "data"), join(folder, "twin"), join(folder, "answers.json")]
  const log = (name: string) => join(folder, `${name}.log`)
  const keys = yield* issueKeys(data, keyCount)
  yield* fill(data, log("filling"))
  cpSync(data, twin, { recursive: true })

  const start = (name: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) =>
    startServer({ args, env: { BUNDLED_CATALOGUE: "false", ...env }, log: log(name) })
  const service = yield* start("service", ["src/main.ts", "serve"], { DATA_DIR: data })
  const prepared = yield* start("prepared", ["bench/http/ServiceOnPreparedPages.ts"], { DATA_DIR: twin })
  yield* settled(service)
  yield* settled(prepared)

  const loadOf = (server: ServerProcess, question: () => string): Load => ({
    server,
    agent: makeAgent(),
    keys,
    question
  })
  const [key = ""] = keys
  const asked = loadOf(service, noQuestion)
  const pages: Record<string, unknown> = {}
  const bodies: Array<string> = []
  for (const question of syntheticCatalogue(1).common) {
    const { body, text } = yield* ask(asked, key, question)
    if (text.split('"id":').length !== 11) continue
    pages[question] = body
    bodies.push(text)
  }
  writeFileSync(answers, JSON.stringify({ keys, pages }))
  const reference = yield* start("reference", ["bench/http/FastifyReference.ts", answers], {})
  const logging = yield* start("logging", ["bench/http/FastifyReference.ts", answers, "log"], {})
  for (const server of [reference, logging, prepared]) {
    const load = loadOf(server, noQuestion)
    for (const [question, page] of Object.entries(pages)) deepStrictEqual((yield* ask(load, key, question)).body, page)
    load.agent.destroy()
  }
  asked.agent.destroy()
  return { service, prepared, reference, logging, loadOf, questions: Object.keys(pages), bodies }
})
