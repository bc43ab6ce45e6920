import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import type { AccountSecrets } from "../../../domain/ports/AccountSecrets.ts"
import type { FailedAuthentications } from "../../../domain/ports/FailedAuthentications.ts"
import type { KeyHasher } from "../../../domain/ports/KeyHasher.ts"
import type { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import type { AccountServices } from "../../commands/accounts/AccountCommands.ts"
import type { KeyCommands } from "../../commands/KeyCommands.ts"
import type { KeyCache } from "../../metering/KeyCache.ts"
import type { Metering } from "../../metering/Metering.ts"
import type { AnalyzeMeal } from "../../queries/AnalyzeMeal.ts"
import { FindByBarcode } from "../../queries/FindByBarcode.ts"
import type { SemanticSearch } from "../../queries/SemanticSearch.ts"
import { FindProduct } from "../../queries/FindProduct.ts"
import type { SearchProducts } from "../../queries/SearchProducts.ts"
import type { RoleHealth } from "../../roles/RoleHealth.ts"
import { SessionAccess } from "../../api/accounts/SessionAccess.ts"
import { Admission } from "../../api/admission/Admission.ts"
import { Authentication } from "../../api/admission/Authentication.ts"
import { FailureCounts } from "../../commands/audit/FailureCounts.ts"
import { isTrusted } from "../../api/admission/ClientAddress.ts"
import { edgeApp, targetLengthMax } from "../EdgeApp.ts"
import { setConnections } from "../../api/HttpMetrics.ts"
import { HttpOptions } from "../../api/HttpOptions.ts"
import type { Readiness } from "../../api/admission/Readiness.ts"
import { AccountRoutes } from "../routes/AccountRoutes.ts"
import { AnalyzeRoutes } from "../routes/AnalyzeRoutes.ts"
import { AuthRoutes } from "../routes/AuthRoutes.ts"
import { DocumentRoutes } from "../routes/DocumentRoutes.ts"
import { HealthRoutes } from "../routes/HealthRoutes.ts"
import { ProductRoutes } from "../routes/ProductRoutes.ts"
import { BatchRoutes } from "../routes/BatchRoutes.ts"
import { SemanticRoutes } from "../routes/SemanticRoutes.ts"
import { cannotListen } from "./CannotListen.ts"
import { readCertificate, renewCertificate } from "./Certificate.ts"
import { createHardenedServer } from "./NodeServer.ts"

/**
 * How long requests that are being answered may take to end when the process stops, ms. The rest of a stop, which
 * settles leases, has the other three of ten seconds.
 */
const drainMs = 7_000

/** Paths mean what they say: no other case, no extra slashes; parameters as long as a target may be. */
const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: targetLengthMax * 3
}

const RestRoutes = Layer.mergeAll(
  ProductRoutes,
  SemanticRoutes,
  BatchRoutes,
  AnalyzeRoutes,
  AccountRoutes,
  AuthRoutes,
  DocumentRoutes,
  HealthRoutes
)

/** Lookups take no longer than handing them on would. */
const lookups = Layer.mergeAll(FindProduct.layer, FindByBarcode.layer)

/** Services that a request may add before the context, which holds 86, is copied. A search adds nine. */
const contextDepthMax = 16

/** The same services, with room for those of a request. */
const withRoom = <A, E, R>(serve: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateContext(serve, ({ mapUnsafe }: Context.Context<R>) =>
    Context.makeUnsafe<R>(mapUnsafe, { maxDepth: contextDepthMax })
  )

const app = <E, R>(faces: Layer.Layer<never, E, R>) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const routes = HttpRouter.toHttpEffect(Layer.merge(RestRoutes, faces))
      const routed = yield* Effect.provideService(routes, HttpRouter.RouterConfig, routerConfig)
      return Layer.effectDiscard(withRoom(HttpServer.serveEffect(yield* edgeApp(routed))))
    })
  )

const Server = Layer.unwrap(
  Effect.gen(function* () {
    const { host, port, tls, trustedProxies } = yield* HttpOptions
    const isProxy = (address: string) => trustedProxies !== null && isTrusted(address, trustedProxies)
    const encrypted = tls === null ? {} : { certificate: yield* Effect.sync(() => readCertificate(tls)) }
    const server = createHardenedServer(drainMs, { isProxy, onCount: setConnections, ...encrypted })
    if (tls !== null) yield* Effect.forkScoped(renewCertificate(server, tls))
    return NodeHttpServer.layerServer(() => server, { host, port, gracefulShutdownTimeout: drainMs }).pipe(
      Layer.catchTag("ServeError", cannotListen({ host: "HOST", port: "PORT" }, host, port))
    )
  })
)

/** What the service at the edge needs from the rest of the program. */
export type EdgeRequirements =
  | HttpOptions
  | Readiness
  | RoleHealth
  | ProductIndex
  | SearchProducts
  | SemanticSearch
  | AnalyzeMeal
  | KeyHasher
  | KeyCache
  | KeyCommands
  | Metering
  | AccountSecrets
  | FailedAuthentications
  | AccountServices

/**
 * REST, and the other faces of the API that are given, on `HttpOptions.host:port`; the server that it gives says which
 * port it got. It listens as soon as the layer is built, and on the way down stops accepting first, then waits for what is
 * in flight.
 */
export const httpServerWith = <E, R>(faces: Layer.Layer<never, E, R>) =>
  app(faces).pipe(
    Layer.provide(lookups),
    Layer.provide(Admission.layer),
    Layer.provide(SessionAccess.layer),
    Layer.provide(Authentication.layer),
    Layer.provide(FailureCounts.layer),
    Layer.provideMerge(Server)
  )
