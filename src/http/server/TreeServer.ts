import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SocketAddress } from "effect/net/NetAddress"
import { pathOf } from "../../api/request/RequestTarget.ts"
import { treeFile } from "../routes/AuditTreeRoutes.ts"
import { createHardenedServer } from "./NodeServer.ts"

export interface TreeServerOptions {
  /** the folder of the tree */
  readonly root: string
  readonly host: string
  /** 0: any that is free */
  readonly port: number
}

/** Auditors and monitors are few. */
const connections = 256
const drainMs = 2_000

const headers = { "x-content-type-options": "nosniff" }

const routes = (root: string) =>
  HttpRouter.add(
    "GET",
    "/*",
    Effect.gen(function* () {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      return HttpServerResponse.setHeaders(yield* treeFile(root, pathOf(url)), headers)
    })
  )

/** The files of an audit tree at the paths that the service has them at, on a server of their own: for who does not run the service. */
export class TreeServer extends Context.Service<TreeServer, { readonly address: SocketAddress }>()(
  "fooddata/http/TreeServer"
) {
  static readonly layer = ({ host, port, root }: TreeServerOptions) =>
    Layer.effect(
      TreeServer,
      Effect.map(HttpServer.HttpServer, ({ address }) => ({ address }))
    ).pipe(
      Layer.merge(HttpRouter.serve(routes(root), { disableLogger: true, disableListenLog: true })),
      Layer.provide(NodeHttpServer.layerServer(() => createHardenedServer(drainMs, { connections }), { host, port }))
    )
}
