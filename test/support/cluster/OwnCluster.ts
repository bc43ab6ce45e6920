import { Context, Effect, Layer, Schema, type Scope } from "effect"
import { createServer } from "node:net"
import { temporaryFolder } from "../EmbeddedStores.ts"
import { type CommandResult, fooddataWith, start, type Started } from "../ServiceProcess.ts"
import { type OwnServer, ownServer, type ServerName } from "./Servers.ts"

const Check = Schema.Struct({ name: Schema.String, ok: Schema.Boolean, detail: Schema.String })
const Health = Schema.Struct({
  status: Schema.Literals(["ready", "degraded", "unready"]),
  detail: Schema.optionalKey(Schema.String),
  roles: Schema.Record(Schema.String, Schema.Struct({ status: Schema.String, checks: Schema.Array(Check) }))
})
const decodeHealth = Schema.decodeUnknownSync(Health)

/** What a test sees of a response. */
export interface Seen {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: unknown
}

/** A process of the program, with the address of its admin port. */
export interface RunningRole {
  readonly adminUrl: string
  readonly process: Started
}

/** How long an API process goes on without Postgres, s. */
export const outageSeconds = 20

type Roles = "api" | "relay" | "projector"

/** Servers that belong to one test file, and the program on them, a process for each role. */
export class OwnCluster extends Context.Service<
  OwnCluster,
  {
    readonly servers: { readonly [S in ServerName]: OwnServer }
    readonly roles: { readonly [R in Roles]: RunningRole }
    /** where the API process answers requests */
    readonly url: string
    readonly startRole: (role: Roles) => Effect.Effect<RunningRole, never, Scope.Scope>
    readonly command: (input: string | undefined, ...args: ReadonlyArray<string>) => Effect.Effect<CommandResult>
  }
>()("test/support/cluster/OwnCluster") {
  static readonly layer = Layer.effect(
    OwnCluster,
    Effect.gen(function* () {
      const [postgres, kafka, opensearch] = yield* Effect.all(
        [ownServer("postgres"), ownServer("kafka"), ownServer("opensearch")],
        { concurrency: "unbounded" }
      )
      const settings = {
        ...postgres.settings,
        ...kafka.settings,
        ...opensearch.settings,
        KAFKA_PARTITIONS: "3",
        LEDGER_OUTAGE_SECONDS: String(outageSeconds),
        KEY_PEPPER: "the pepper of a cluster that belongs to one test file",
        LOG_LEVEL: "Warn"
      }
      const startRole = Effect.fnUntraced(function* (role: Roles) {
        const folder = yield* temporaryFolder
        const adminPort = yield* freePort
        const process = yield* start(folder, ["serve", "--roles", role], { ...settings, ADMIN_PORT: String(adminPort) })
        return { adminUrl: `http://127.0.0.1:${adminPort}`, process }
      })
      // the projector first, because an API process is ready when the read model has caught up
      const projector = yield* startRole("projector")
      const relay = yield* startRole("relay")
      const api = yield* startRole("api")
      yield* Effect.forEach([projector, relay, api], ({ process }) => process.said("Ready."), { discard: true })
      const url = /listens on (http:\S+)/.exec(api.process.stdout())?.[1]
      if (url === undefined) return yield* Effect.die(new Error(api.process.stderr()))
      const operatorFolder = yield* temporaryFolder
      return OwnCluster.of({
        servers: { postgres, kafka, opensearch },
        roles: { api, relay, projector },
        url,
        startRole,
        command: (input, ...args) =>
          fooddataWith(operatorFolder, { settings, ...(input === undefined ? {} : { input }) }, ...args)
      })
    })
  )
}

const freePort = Effect.callback<number>((resume) => {
  const probe = createServer()
  probe.listen(0, "127.0.0.1", () => {
    const address = probe.address()
    probe.close(() => resume(Effect.succeed(address !== null && typeof address === "object" ? address.port : 0)))
  })
})

/** One HTTP exchange; status 0 when there was none. */
export const call = (url: string, key?: string, method = "GET"): Effect.Effect<Seen> =>
  Effect.promise(async () => {
    try {
      const response = await fetch(url, {
        method,
        headers: key === undefined ? {} : { "x-api-key": key },
        signal: AbortSignal.timeout(20_000)
      })
      const text = await response.text()
      const isJson = response.headers.get("content-type")?.includes("json") === true
      const body: unknown = isJson ? JSON.parse(text) : text
      return { status: response.status, retryAfter: response.headers.get("retry-after"), body }
    } catch (error) {
      return { status: 0, retryAfter: null, body: String(error) }
    }
  })

/** What `/readyz` says at this address. */
export const healthAt = (url: string) =>
  Effect.map(call(`${url}/readyz`), ({ body, status }) => ({ httpStatus: status, ...decodeHealth(body) }))

/** Asks again until the answer is as wanted; dies with the last answer after a minute and a half. */
export const eventually = <A, E, R>(
  what: string,
  ask: Effect.Effect<A, E, R>,
  isWanted: (answer: A) => boolean
): Effect.Effect<A, E, R> => {
  let last: A | undefined
  return ask.pipe(
    Effect.tap((answer) => Effect.sync(() => (last = answer))),
    Effect.tap((answer) => (isWanted(answer) ? Effect.void : Effect.sleep("200 millis"))),
    Effect.repeat({ until: isWanted }),
    Effect.timeoutOrElse({
      duration: "90 seconds",
      orElse: () => Effect.die(new Error(`not in 90 s: ${what}; the last answer: ${JSON.stringify(last)}`))
    })
  )
}
