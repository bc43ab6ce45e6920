import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import type { SocketAddress } from "effect/net/NetAddress"
import { PrometheusMetrics } from "effect/observability"
import { HttpOptions } from "../../api/HttpOptions.ts"
import { AdminHealthRoutes } from "../routes/HealthRoutes.ts"
import { cannotListen } from "./CannotListen.ts"
import { adminGuard } from "./AdminGuard.ts"
import { createHardenedServer } from "./NodeServer.ts"

const Routes = Layer.merge(PrometheusMetrics.layerHttp({ path: "/metrics" }), AdminHealthRoutes)

/** Scrapers and probes are few, and room is kept for them. */
const adminConnections = 64
const adminDrainMs = 2_000

/**
 * `/healthz`, `/readyz` and `/metrics` for operators, the last in Prometheus' text format, on an address of its own: loopback unless a deployment says
 * otherwise.
 */
export class AdminServer extends Context.Service<AdminServer, { readonly address: SocketAddress }>()(
  "fooddata/http/AdminServer"
) {
  static readonly layer = Layer.unwrap(
    Effect.map(HttpOptions, ({ adminHost, adminPort, adminToken }) =>
      Layer.effect(
        AdminServer,
        Effect.map(HttpServer.HttpServer, ({ address }) => ({ address }))
      ).pipe(
        Layer.merge(
          HttpRouter.serve(Layer.merge(Routes, HttpRouter.middleware(adminGuard(adminToken), { global: true })), {
            disableLogger: true,
            disableListenLog: true
          })
        ),
        Layer.provide(
          NodeHttpServer.layerServer(() => createHardenedServer(adminDrainMs, { connections: adminConnections }), {
            host: adminHost,
            port: adminPort
          }).pipe(
            Layer.catchTag("ServeError", cannotListen({ host: "ADMIN_HOST", port: "ADMIN_PORT" }, adminHost, adminPort))
          )
        )
      )
    )
  )
}
