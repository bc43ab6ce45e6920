import "effect/schema/SchemaJITCompiler/enable"
import { Context, Effect, Layer, Logger, References } from "effect"
import { HttpServer } from "effect/http"
import type { SocketAddress } from "effect/net/NetAddress"
import { MealExtractor } from "../../../domain/ports/MealExtractor.ts"
import { HttpOptions, type HttpSettings } from "../../../src/api/HttpOptions.ts"
import { SandboxKeys } from "../../../src/commands/SandboxKeys.ts"
import { Readiness, type ReadinessState } from "../../../src/api/admission/Readiness.ts"
import { AdminServer } from "../../../src/http/server/AdminServer.ts"
import { ApiServer } from "../../../src/roles/ApiServer.ts"
import { RoleHealth, type RoleReport } from "../../../src/roles/RoleHealth.ts"
import { type Reply, type Send, send } from "./HttpClient.ts"
import { noAccounts } from "./AccountsInTests.ts"
import { inProcessQueries } from "./InProcessQueries.ts"
import { curatedMilk, incompleteMilk, oatMilk, usdaMilk } from "./Products.ts"
import { keyNamed, type KeyScript, keyScript, scriptedKeys } from "./ScriptedKeys.ts"
import { type MeteringScript, meteringScript, scriptedMetering } from "./ScriptedMetering.ts"
import { type IndexScript, indexScript, scriptedProductIndex } from "./ScriptedProductIndex.ts"
import { scriptedVectors, type VectorScript, vectorScript } from "./ScriptedVectors.ts"

export interface LogLine {
  readonly message: unknown
  readonly annotations: Readonly<Record<string, unknown>>
  readonly cause: string
}

/** A running edge over real HTTP, whose surroundings a test scripts. */
export interface EdgeFixture {
  readonly port: number
  readonly adminPort: number
  readonly index: IndexScript
  readonly vectors: VectorScript
  readonly keys: KeyScript
  readonly metering: MeteringScript
  readonly logs: Array<LogLine>
  readiness: ReadinessState
  /** how the roles of the process are */
  roles: ReadonlyArray<RoleReport>
  /** a request with the key of that name, or with none */
  readonly call: (path: string, key?: string | null, options?: Partial<Send>) => Effect.Effect<Reply>
}

export class Edge extends Context.Service<Edge, EdgeFixture>()("test/http/Edge") {}

const portOf = (address: SocketAddress): number => (address._tag === "UnixPathAddress" ? 0 : address.port)

/** Starts both servers on free ports; each use starts them anew. */
export const edge = (
  settings: Partial<HttpSettings> = {},
  meals: Layer.Layer<MealExtractor> = MealExtractor.layerParser
): Layer.Layer<Edge> => {
  const index = indexScript([curatedMilk, usdaMilk, incompleteMilk, oatMilk])
  // a cosine may be a little more than one
  const vectors = vectorScript([
    { facts: oatMilk, cosine: 1.000_000_1 },
    { facts: curatedMilk, cosine: 0.812_345_6 },
    { facts: incompleteMilk, cosine: 0.5 },
    { facts: usdaMilk, cosine: -0.1 }
  ])
  const keys = keyScript()
  const metering = meteringScript()
  const logs: Array<LogLine> = []
  const state: { readiness: ReadinessState; roles: ReadonlyArray<RoleReport> } = {
    readiness: { ready: true },
    roles: []
  }

  const collector = Logger.make((entry) => {
    const annotations = { ...entry.fiber.getRef(References.CurrentLogAnnotations) }
    logs.push({ message: entry.message, annotations, cause: String(entry.cause) })
  })

  const surroundings = Layer.mergeAll(
    scriptedProductIndex(index),
    meals,
    scriptedVectors(vectors),
    scriptedKeys(keys),
    scriptedMetering(metering),
    noAccounts,
    Layer.succeed(
      SandboxKeys,
      SandboxKeys.of({
        issue: () => Effect.die(new Error("keys are scripted")),
        deactivateExpired: Effect.succeed(0)
      })
    ),
    Layer.succeed(
      RoleHealth,
      RoleHealth.of({
        reports: Effect.sync(() => state.roles),
        add: () => Effect.die(new Error("the test says how roles are"))
      })
    ),
    Layer.succeed(Readiness, Readiness.of({ state: Effect.sync(() => state.readiness) })),
    Layer.succeed(
      HttpOptions,
      HttpOptions.of({
        host: "127.0.0.1",
        port: 0,
        adminHost: "127.0.0.1",
        adminPort: 0,
        adminToken: null,
        enforcePlanLanguages: false,
        analyzeMinPlan: "growth",
        contact: null,
        planRequestDays: null,
        tls: null,
        trustedProxies: null,
        publicUrl: null,
        publicHosts: null,
        ...settings
      })
    )
  )

  const fixture = Effect.gen(function* () {
    const port = portOf((yield* HttpServer.HttpServer).address)
    const adminPort = portOf((yield* AdminServer).address)
    return Edge.of({
      port,
      adminPort,
      index,
      vectors,
      keys,
      metering,
      logs,
      get readiness() {
        return state.readiness
      },
      set readiness(readiness) {
        state.readiness = readiness
      },
      get roles() {
        return state.roles
      },
      set roles(roles) {
        state.roles = roles
      },
      call: (path, key = null, options = {}) =>
        send({
          port,
          path,
          ...options,
          headers: { ...(key === null ? {} : { "x-api-key": keyNamed(key) }), ...options.headers }
        })
    })
  })

  return Layer.effect(Edge, fixture).pipe(
    Layer.provide([ApiServer, AdminServer.layer]),
    Layer.provide(inProcessQueries),
    Layer.provide(surroundings),
    Layer.provide(Logger.layer([collector])),
    Layer.orDie
  )
}
