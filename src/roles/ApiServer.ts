import { Layer } from "effect"
import type { HttpServer } from "effect/http"
import type { UsageReport } from "../../projections/ports/UsageReport.ts"
import type { AuditTrail } from "../audit/trail/AuditTrail.ts"
import type { OnceOnly } from "../commands/OnceOnly.ts"
import type { SandboxKeys } from "../commands/SandboxKeys.ts"
import { eventSchemas } from "../../infra/event-log/EventSchemas.ts"
import { schemaRoutes } from "../http/routes/SchemaRoutes.ts"
import { type EdgeRequirements, httpServerWith } from "../http/server/HttpServerLayer.ts"
import { AuditRoutes } from "../http/routes/AuditRoutes.ts"
import { AuditTreeRoutes } from "../http/routes/AuditTreeRoutes.ts"
import { ClientRegistration } from "../mcp/ClientRegistration.ts"
import { McpRoute } from "../mcp/McpRoute.ts"
import { ServerCardRoute } from "../mcp/ServerCard.ts"
import { SiteErrorPages, SiteRoutes } from "../site/SiteRoutes.ts"

/** The schemas of events, made once when the server starts. */
const EventSchemaRoutes = Layer.suspend(() => schemaRoutes(eventSchemas()))

/** Every face of the API on one port. */
export const ApiServer = httpServerWith(
  Layer.mergeAll(
    McpRoute,
    ClientRegistration,
    ServerCardRoute,
    SiteRoutes,
    AuditRoutes,
    AuditTreeRoutes,
    EventSchemaRoutes
  )
).pipe(Layer.provide(SiteErrorPages)) satisfies Layer.Layer<
  HttpServer.HttpServer,
  unknown,
  EdgeRequirements | AuditTrail | OnceOnly | SandboxKeys | UsageReport
>
