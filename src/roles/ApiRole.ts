import { Effect, Layer } from "effect"
import * as KeyCommands from "../commands/KeyCommands.ts"
import * as ListProducts from "../commands/ListProducts.ts"
import { Settings } from "../Config.ts"
import { HttpOptions } from "../http/HttpOptions.ts"
import { AdminServer } from "../http/server/AdminServer.ts"
import { HttpServerLayer } from "../http/server/HttpServerLayer.ts"
import * as KeyCache from "../metering/KeyCache.ts"
import * as KeyFence from "../metering/KeyFence.ts"
import * as LedgerMetering from "../metering/LedgerMetering.ts"
import * as Lifecycle from "./Lifecycle.ts"
import { meteringNode } from "./LocalState.ts"

const httpOptions = Layer.effect(
  HttpOptions,
  Effect.map(Settings, ({ adminHost, adminPort, enforcePlanLanguages, host, port }) => ({
    adminHost,
    adminPort,
    enforcePlanLanguages,
    host,
    port
  }))
)

const metering = Layer.mergeAll(LedgerMetering.layer, KeyCache.layer(), KeyFence.layer()).pipe(
  Layer.provideMerge(meteringNode)
)

/**
 * What answers requests: metering, the commands that requests can give, and the HTTP server. It listens at once; until
 * `Lifecycle` says that it is ready, the data operations answer 503.
 */
export const api = HttpServerLayer.pipe(
  Layer.provide(httpOptions),
  Layer.provideMerge(Layer.mergeAll(KeyCommands.layer, ListProducts.layer, Lifecycle.layer)),
  Layer.provideMerge(metering)
)

/** `/metrics`, for every role. */
export const admin = AdminServer.layer.pipe(Layer.provide(httpOptions))
