import { Console, Effect, Redacted, Schema } from "effect"
import { Command } from "effect/cli"
import { HttpServer } from "effect/http"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import { DataDirectory, holdLock, layer as dataDirectory } from "../../infra/sqlite/DataDirectory.ts"
import { KeyCommands } from "../commands/KeyCommands.ts"
import { Settings } from "../Config.ts"
import { installBundledCatalogue } from "../roles/BundledCatalogue.ts"
import { embeddedService } from "../roles/EmbeddedService.ts"
import { Lifecycle } from "../roles/Lifecycle.ts"
import { version } from "../Version.ts"
import { makeProgress } from "./Progress.ts"

/** Two services on one data directory would each believe to be the only one that meters and projects. */
export class AlreadyServing extends Schema.TaggedError<AlreadyServing>()("AlreadyServing", { root: Schema.String }) {
  override get message(): string {
    return `another fooddata serves ${this.root}: stop it first, or set DATA_DIR to a directory of its own`
  }
}

export const serveCommand = Command.make(
  "serve",
  {},
  Effect.fn(function* () {
    const { dataDirectory: root } = yield* Settings
    yield* holdServeLock.pipe(
      Effect.provide(dataDirectory(root)),
      Effect.catchTag("LockHeld", () => Effect.fail(new AlreadyServing({ root })))
    )
    return yield* serve.pipe(Effect.provide(embeddedService))
  }, Effect.scoped)
).pipe(Command.withDescription("Run the service; the first start brings its catalogue in and issues a key"))

const holdServeLock = Effect.flatMap(DataDirectory, ({ serveLock }) => holdLock(serveLock))

const serve = Effect.gen(function* () {
  const { bundledCatalogue } = yield* Settings
  const address = yield* baseUrl
  yield* Console.log(`fooddata ${version} listens on ${address}`)
  const lifecycle = yield* Lifecycle
  if (bundledCatalogue) yield* bringInCatalogue
  yield* lifecycle.becomeReady
  yield* issueFirstKey(address)
  yield* Console.log(`Ready. Documentation: ${address}/docs`)
  return yield* Effect.onInterrupt(Effect.never, () => lifecycle.stop)
})

const baseUrl = Effect.gen(function* () {
  const { host } = yield* Settings
  const { address } = yield* HttpServer.HttpServer
  const port = address._tag === "UnixPathAddress" ? 0 : address.port
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`
})

const bringInCatalogue = Effect.gen(function* () {
  const progress = yield* makeProgress("bundled catalogue")
  yield* installBundledCatalogue(progress.advance)
  yield* progress.finish
})

/** The first start has nobody to ask for a key, so it makes one itself and shows it, this once. */
const issueFirstKey = Effect.fnUntraced(function* (address: string) {
  const known = yield* (yield* KeyDirectory).list
  if (known.length > 0) return
  const issued = yield* (yield* KeyCommands).issue("growth", "system")
  const key = Redacted.value(issued.key)
  yield* Console.log(
    `
Your first API key (${issued.plan} plan). It is shown this once: keep it safe.

  ${key}

Try it:

  curl -H "X-API-Key: ${key}" "${address}/v1/search?q=milk"
`
  )
})
