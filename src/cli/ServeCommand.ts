import { Console, Effect, Option, Schedule, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpServer } from "effect/http"
import { KeyDirectory } from "../../domain/ports/KeyDirectory.ts"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import {
  DataDirectory,
  holdLock,
  layer as dataDirectory,
  refuseShared,
  refuseUnfinishedRestore
} from "../../infra/sqlite/DataDirectory.ts"
import { refuseDamage } from "../../infra/sqlite/SqliteLogInspection.ts"
import { ProductVectors } from "../../projections/ports/ProductVectors.ts"
import { KeyCommands } from "../commands/KeyCommands.ts"
import { folderOf, parseRoles, Settings } from "../Config.ts"
import { SettingsInvalid } from "../settings/SettingsInvalid.ts"
import { allRoles, type Role } from "../SettingsValues.ts"
import { QueryThreads } from "../query-threads/QueryThreads.ts"
import { installBundledCatalogue } from "../roles/BundledCatalogue.ts"
import { embeddedService } from "../roles/EmbeddedService.ts"
import { Lifecycle } from "../roles/Lifecycle.ts"
import { tracing } from "../roles/Tracing.ts"
import { version } from "../Version.ts"
import { showFirstKey } from "./FirstKey.ts"
import { openInBrowser } from "./OpenInBrowser.ts"
import { makeProgress } from "./Progress.ts"

/** Two services on one data directory would share a journal, and each would believe to be the only one. */
export class AlreadyServing extends Schema.TaggedError<AlreadyServing>()("AlreadyServing", { root: Schema.String }) {
  override get message(): string {
    return `another fooddata serves ${this.root}: stop it first, or set DATA_DIR to a directory of its own`
  }
}

const startSchedule = Schedule.min([Schedule.exponential("200 millis"), Schedule.spaced("3 seconds")])

export const serveCommand = Command.make(
  "serve",
  {
    port: Flag.Int("port").pipe(
      Flag.filter(
        (port) => port >= 0 && port <= 65_535,
        () => "0 to 65535; 0 takes any free one"
      ),
      Flag.withDescription("where the service listens; default PORT, or 8080; 0 takes any free port"),
      Flag.optional
    ),
    host: Flag.String("host").pipe(
      Flag.withDescription("the address it listens on; default HOST, or 127.0.0.1: for this machine alone"),
      Flag.optional
    ),
    dataDir: Flag.String("data-dir").pipe(
      Flag.withDescription("where everything is kept; default DATA_DIR, or var in the checkout"),
      Flag.optional
    ),
    open: Flag.Boolean("open").pipe(
      Flag.withDescription("show the site in the browser as soon as it is ready"),
      Flag.withDefault(false)
    ),
    roles: Flag.String("roles").pipe(
      Flag.withDescription("of a cluster: what this process does, some of api,relay,projector; default all, or ROLES"),
      Flag.optional
    ),
    allowSharedDataDirectory: Flag.Boolean("allow-shared-data-directory").pipe(
      Flag.withDescription("serve from a data directory that everybody on this machine can read"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* (flags) {
    const settings = yield* Settings
    return yield* serve(flags).pipe(
      Effect.provide(tracing),
      Effect.scoped,
      Effect.provideService(Settings, {
        ...settings,
        port: Option.getOrElse(flags.port, () => settings.port),
        host: Option.getOrElse(flags.host, () => settings.host),
        dataDirectory: Option.match(flags.dataDir, { onNone: () => settings.dataDirectory, onSome: folderOf })
      })
    )
  })
).pipe(Command.withDescription("Run the service; the first start brings its catalogue in and issues a key"))

interface ServeFlags {
  readonly roles: Option.Option<string>
  readonly allowSharedDataDirectory: boolean
  readonly open: boolean
}

/** The embedded tier on the data directory of the settings, for `whenReady`, which is told the address. */
export const serveEmbedded = Effect.fn("serveEmbedded")(function* <E, R>(
  whenReady: (address: string) => Effect.Effect<void, E, R>
) {
  const { dataDirectory: root } = yield* Settings
  yield* holdDirectory(root)
  yield* refuseShared(root)
  return yield* answerDirectory(root, whenReady)
})

/** One service alone uses a directory, and none one that was half restored. */
const holdDirectory = (root: string) =>
  Effect.andThen(refuseUnfinishedRestore, holdServeLock).pipe(
    Effect.provide(dataDirectory(root)),
    Effect.catchTag("LockHeld", () => Effect.fail(new AlreadyServing({ root })))
  )

const answerDirectory = <E, R>(root: string, whenReady: (address: string) => Effect.Effect<void, E, R>) =>
  Effect.flatMap(DataDirectory, ({ events }) => refuseDamage(events)).pipe(
    Effect.provide(dataDirectory(root)),
    Effect.andThen(Effect.provide(answerRequests(whenReady), embeddedService))
  )

const serve = Effect.fn("serve")(function* (flags: ServeFlags) {
  const settings = yield* Settings
  const { cluster, dataDirectory: root } = settings
  const roles = Option.isSome(flags.roles) ? yield* parseRoles(flags.roles.value) : settings.roles
  const whenReady = flags.open ? openInBrowser : () => Effect.void
  yield* holdDirectory(root)
  if (!flags.allowSharedDataDirectory) yield* refuseShared(root)
  if (Option.isNone(cluster)) {
    yield* demandAllRoles(roles)
    return yield* answerDirectory(root, whenReady)
  }
  // loaded here, because the embedded tier starts sooner without the clients of the three servers
  const { clusterApi, clusterWorker } = yield* Effect.promise(() => import("../roles/ClusterService.ts"))
  // `local`: what is tried again is built again
  return yield* onceDatabaseAnswers(
    roles.includes("api")
      ? Effect.provide(answerRequests(whenReady), clusterApi(cluster.value, roles), { local: true })
      : Effect.provide(workInBackground(roles), clusterWorker(cluster.value, roles), { local: true })
  )
})

const holdServeLock = Effect.flatMap(DataDirectory, ({ serveLock }) => holdLock(serveLock))

/** Processes and servers may start in any order: a start that finds no database is tried again until it is there. */
const onceDatabaseAnswers = <A, E extends { readonly _tag: string }, R>(start: Effect.Effect<A, E, R>) =>
  start.pipe(
    Effect.tapError((error) =>
      error._tag === "StorageUnavailable"
        ? Effect.logWarning("a store does not answer; the start is retried until it does", error)
        : Effect.void
    ),
    Effect.retry({ schedule: startSchedule, while: ({ _tag }) => _tag === "StorageUnavailable" })
  )

const demandAllRoles = (roles: ReadonlyArray<Role>) =>
  roles.length === allRoles.length
    ? Effect.void
    : Effect.fail(new SettingsInvalid({ reason: "the embedded tier is one process with all roles" }))

const workInBackground = Effect.fnUntraced(function* (roles: ReadonlyArray<Role>) {
  yield* Console.log(`fooddata ${version} works as ${roles.join(" and ")}`)
  yield* Console.log("Ready.")
  return yield* Effect.never
})

const answerRequests = Effect.fnUntraced(function* <E, R>(whenReady: (address: string) => Effect.Effect<void, E, R>) {
  const { bundledCatalogue } = yield* Settings
  const address = yield* baseUrl
  const lifecycle = yield* Lifecycle
  const lock = yield* LeaderLock
  yield* Console.log(`fooddata ${version} listens on ${address}`)
  // of several processes that start together, one does what the first start does
  if (bundledCatalogue) yield* lock.whileLeader("bundled-catalogue", bringInCatalogue)
  yield* (yield* QueryThreads).warm
  yield* lifecycle.becomeReady
  const firstKey = yield* lock.whileLeader("first-key", issueFirstKey)
  if (Option.isSome(firstKey)) yield* showFirstKey(address, firstKey.value)
  yield* Console.log(
    `Ready. Site: ${address}   Docs: ${address}/docs   Another key: npx fooddata key issue --plan developer`
  )
  const { due, isComplete } = yield* (yield* ProductVectors).coverage
  if (!isComplete)
    yield* Console.log(`Search by meaning is warming up: ${due.toLocaleString("en")} products wait for their vectors.`)
  yield* whenReady(address)
  return yield* Effect.onInterrupt(Effect.never, () => Effect.andThen(lifecycle.stop, Effect.sync(endSoon)))
})

/** A stop may take so long, ms. */
const stopMsMax = 9_000

/**
 * The last resort of a stop that something holds up, as Deno's server does where callers do not take their answers. What
 * was not reported is in the journal, and the next start replays it.
 */
const endSoon = () => {
  const end = () => {
    process.stderr.write(`fooddata: the stop was given up after ${stopMsMax} ms; the next start replays the journal\n`)
    process.exit(1)
  }
  setTimeout(end, stopMsMax).unref()
}

const baseUrl = Effect.gen(function* () {
  const { host, tls } = yield* Settings
  const { address } = yield* HttpServer.HttpServer
  const port = address._tag === "UnixPathAddress" ? 0 : address.port
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host
  return `${Option.isSome(tls) ? "https" : "http"}://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`
})

const bringInCatalogue = Effect.gen(function* () {
  const progress = yield* makeProgress("bundled catalogue")
  yield* installBundledCatalogue(progress.advance)
  yield* progress.finish
})

/** The first start has nobody to ask for a key, so it makes one itself. */
const issueFirstKey = Effect.gen(function* () {
  const known = yield* (yield* KeyDirectory).list
  if (known.length > 0) return Option.none()
  return Option.some(yield* (yield* KeyCommands).issue({ plan: "growth" }, "system"))
})
