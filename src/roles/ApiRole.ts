import { Effect, Layer, Option } from "effect"
import * as KeyCommands from "../commands/KeyCommands.ts"
import * as ListProducts from "../commands/ListProducts.ts"
import { OnceOnly } from "../commands/OnceOnly.ts"
import { SandboxKeys } from "../commands/SandboxKeys.ts"
import { Settings } from "../Config.ts"
import { HttpOptions } from "../api/HttpOptions.ts"
import { AdminServer } from "../http/server/AdminServer.ts"
import { ApiServer } from "./ApiServer.ts"
import * as KeyCache from "../metering/KeyCache.ts"
import * as LedgerMetering from "../metering/LedgerMetering.ts"
import { accounts } from "./Accounts.ts"
import { auditRetention, auditTrail } from "./AuditTrails.ts"
import { auditTree, receipts, treeFiles } from "./AuditTrees.ts"
import * as RefusalReports from "../metering/RefusalReports.ts"
import * as ApiHealth from "./health/ApiHealth.ts"
import * as ProcessMetrics from "./health/ProcessMetrics.ts"
import type { Probe } from "./health/Sampling.ts"
import * as Lifecycle from "./Lifecycle.ts"
import { keyFence, meteringNode } from "./LocalState.ts"

const httpOptions = Layer.effect(
  HttpOptions,
  Effect.map(Settings, (settings) => ({
    adminHost: settings.adminHost,
    adminPort: settings.adminPort,
    adminToken: Option.getOrNull(settings.adminToken),
    analyzeMinPlan: settings.analyzeMinPlan,
    contact: Option.getOrNull(settings.contact),
    planRequestDays: Option.getOrNull(settings.planRequestDays),
    enforcePlanLanguages: settings.enforcePlanLanguages,
    host: settings.host,
    port: settings.port,
    tls: Option.getOrNull(settings.tls),
    publicUrl: Option.getOrNull(settings.publicUrl),
    publicHosts: settings.publicHosts.length === 0 ? null : new Set(settings.publicHosts),
    trustedProxies: Option.getOrNull(settings.trustedProxies)
  }))
)

const metering = Layer.mergeAll(LedgerMetering.layer, KeyCache.layer(), keyFence, RefusalReports.layer).pipe(
  Layer.provideMerge(meteringNode)
)

/**
 * What answers requests: metering, the commands that requests can give, the HTTP server, and how it is with the servers
 * that `probes` look at. It listens at once; until
 * `Lifecycle` says that it is ready, the data operations answer 503.
 */
export const api = <R>(probes: ReadonlyArray<Probe<R>>) =>
  Layer.mergeAll(ApiServer, ApiHealth.layer(probes), SandboxKeys.sweep, auditRetention).pipe(
    Layer.provide([httpOptions, treeFiles, receipts]),
    Layer.provideMerge(auditTree),
    Layer.provide(Layer.mergeAll(SandboxKeys.layer, OnceOnly.layer, auditTrail)),
    Layer.provideMerge(accounts),
    Layer.provideMerge(Layer.mergeAll(KeyCommands.layer, ListProducts.layer, Lifecycle.layer)),
    Layer.provideMerge(metering)
  )

/** `/metrics`, `/healthz` and `/readyz` of every role. */
export const admin = Layer.merge(AdminServer.layer.pipe(Layer.provide(httpOptions)), ProcessMetrics.layer)
