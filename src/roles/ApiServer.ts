import type { Layer } from "effect"
import type { HttpServer } from "effect/http"
import { type EdgeRequirements, httpServerWith } from "../http/server/HttpServerLayer.ts"
import { McpRoute } from "../mcp/McpRoute.ts"

/** Every face of the API on one port. */
export const ApiServer = httpServerWith(McpRoute) satisfies Layer.Layer<
  HttpServer.HttpServer,
  unknown,
  EdgeRequirements
>
