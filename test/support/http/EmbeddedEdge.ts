import type { KeyRole } from "../../../domain/key/KeyEvent.ts"
import { Context, Effect, Layer, Logger, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { join } from "node:path"
import type { PlanName } from "../../../domain/key/Plan.ts"
import type { EventFeed } from "../../../domain/ports/EventFeed.ts"
import { EventLog } from "../../../domain/ports/EventLog.ts"
import { WebhookStore } from "../../../domain/ports/WebhookStore.ts"
import { Mailer } from "../../../domain/ports/Mailer.ts"
import { MealExtractor } from "../../../domain/ports/MealExtractor.ts"
import * as AccountSecrets from "../../../infra/crypto/AccountSecrets.ts"
import * as KeyHasher from "../../../infra/crypto/KeyHasher.ts"
import * as NodeSecretSource from "../../../infra/crypto/NodeSecretSource.ts"
import * as FileUsageJournal from "../../../infra/journal/FileUsageJournal.ts"
import { createProductIndex } from "../../../infra/sqlite/product-index/IndexSchema.ts"
import { openSqlite, ViewsDatabase } from "../../../infra/sqlite/Sqlite.ts"
import { checkpointsSchema } from "../../../infra/sqlite/SqliteCheckpoints.ts"
import * as SqliteUsageReport from "../../../infra/sqlite/SqliteUsageReport.ts"
import { createUsageReport, reportCheckpoint } from "../../../infra/sqlite/usage-report/ReportSchema.ts"
import * as SqliteProductIndex from "../../../infra/sqlite/SqliteProductIndex.ts"
import * as SqliteUsageLedger from "../../../infra/sqlite/SqliteUsageLedger.ts"
import { ProductIndex } from "../../../projections/ports/ProductIndex.ts"
import { toDocument } from "../../../projections/product-search/ProductDocument.ts"
import { OnceOnly } from "../../../src/commands/OnceOnly.ts"
import { SandboxKeys } from "../../../src/commands/SandboxKeys.ts"
import { AuditTree } from "../../../src/audit/AuditTree.ts"
import { AuditTrail } from "../../../src/audit/trail/AuditTrail.ts"
import * as KeyCommands from "../../../src/commands/KeyCommands.ts"
import { SessionAccess } from "../../../src/api/accounts/SessionAccess.ts"
import { Sessions } from "../../../src/commands/accounts/Sessions.ts"
import { HttpOptions } from "../../../src/api/HttpOptions.ts"
import { Readiness } from "../../../src/api/admission/Readiness.ts"
import { ApiServer } from "../../../src/roles/ApiServer.ts"
import * as KeyCache from "../../../src/metering/KeyCache.ts"
import * as KeyFence from "../../../src/metering/KeyFence.ts"
import * as LedgerMetering from "../../../src/metering/LedgerMetering.ts"
import * as LedgerNode from "../../../src/metering/LedgerNode.ts"
import { NodeId } from "../../../src/metering/NodeId.ts"
import { catchUp, ProjectorPace, unattendedPace } from "../../../src/roles/Projector.ts"
import type { UsageReport } from "../../../projections/ports/UsageReport.ts"
import { usageReporting } from "../../../projections/usage-report/UsageReporting.ts"
import { RoleHealth } from "../../../src/roles/RoleHealth.ts"
import { accountsWithMail } from "./AccountsInTests.ts"
import { embeddedStores, temporaryFolder } from "../EmbeddedStores.ts"
import { type Reply, type Send, send } from "./HttpClient.ts"
import { inProcessQueries } from "./InProcessQueries.ts"
import { scriptedVectors, vectorScript } from "./ScriptedVectors.ts"
import { curatedMilk, incompleteMilk, oatMilk, usdaMilk, zwieback } from "./Products.ts"
import { SearchPageCache } from "../../../projections/ports/SearchPageCache.ts"

/** A running edge on the real stores of the embedded tier, holding the products of `Products.ts`. */
export class EmbeddedEdge extends Context.Service<
  EmbeddedEdge,
  {
    readonly port: number
    readonly log: EventLog["Service"]
    readonly sessions: Sessions["Service"]
    readonly access: SessionAccess["Service"]
    readonly webhooks: WebhookStore["Service"]
    /** has the usage report know every call that the ledger has recorded */
    readonly project: Effect.Effect<void>
    /** a new key of the plan */
    readonly issue: (plan: PlanName, role?: KeyRole) => Effect.Effect<string>
    readonly call: (path: string, key: string, options?: Partial<Send>) => Effect.Effect<Reply>
  }
>()("test/http/EmbeddedEdge") {}

const journal = Layer.unwrap(
  Effect.map(temporaryFolder, (folder) => FileUsageJournal.layer(join(folder, "usage.journal")))
)

const views = Layer.effect(
  ViewsDatabase,
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const db = yield* openSqlite({ path: join(folder, "views.db"), synchronous: "NORMAL" })
    yield* db.write("create the tables of the views", () => {
      createProductIndex(db)
      createUsageReport(db)
      db.exec(checkpointsSchema)
    })
    return { current: () => db }
  })
)

const index = Layer.effectDiscard(
  Effect.gen(function* () {
    const products = [curatedMilk, usdaMilk, incompleteMilk, oatMilk, ...zwieback]
    const { apply } = yield* ProductIndex
    yield* apply(products.map((facts) => ({ _tag: "Put", document: toDocument(facts, 1) })))
  })
).pipe(Layer.provideMerge(Layer.merge(SqliteProductIndex.layer, SqliteUsageReport.layer).pipe(Layer.provide(views))))

const metering = Layer.mergeAll(LedgerMetering.layer, KeyCache.layer(), KeyFence.layer()).pipe(
  Layer.provideMerge(LedgerNode.layer()),
  Layer.provide([journal, Layer.succeed(NodeId, "node_0123456789ab")])
)

const pepper = Redacted.make(new Uint8Array(32).fill(7))
const secrets = Layer.mergeAll(KeyHasher.layer(pepper), AccountSecrets.layer(pepper), NodeSecretSource.layer)

const auditTrail = AuditTrail.layer.pipe(Layer.provide(AuditTree.layerNone))

const programWith = (mailer: Layer.Layer<Mailer>) =>
  Layer.mergeAll(accountsWithMail(mailer), SandboxKeys.layer, OnceOnly.layer, auditTrail).pipe(
    Layer.provideMerge(KeyCommands.layer),
    Layer.provideMerge(metering),
    Layer.provideMerge(SqliteUsageLedger.layer),
    Layer.provideMerge(embeddedStores),
    Layer.provideMerge(Layer.mergeAll(secrets, index))
  )

const settings = Layer.mergeAll(
  RoleHealth.layer([]),
  Layer.succeed(Readiness, Readiness.of({ state: Effect.succeed({ ready: true }) })),
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
      contact: "plans@food.example",
      planRequestDays: 3,
      tls: null,
      trustedProxies: null,
      publicUrl: null,
      publicHosts: null
    })
  )
)

const edge = Layer.effect(
  EmbeddedEdge,
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const port = address._tag === "UnixPathAddress" ? 0 : address.port
    const commands = yield* KeyCommands.KeyCommands
    const projecting = yield* Effect.context<EventFeed | EventLog | UsageReport>()
    const [log, sessions, access] = [yield* EventLog, yield* Sessions, yield* SessionAccess]
    const webhooks = yield* WebhookStore
    return EmbeddedEdge.of({
      port,
      log,
      sessions,
      access,
      webhooks,
      project: catchUp(usageReporting, reportCheckpoint, () => Effect.void).pipe(
        Effect.provideService(ProjectorPace, unattendedPace),
        Effect.provideContext(projecting),
        Effect.orDie
      ),
      issue: (plan, role = "client") =>
        Effect.map(Effect.orDie(commands.issue({ plan, role }, "operator:maria")), ({ key }) => Redacted.value(key)),
      call: (path, key, options = {}) =>
        send({ port, path, ...options, headers: { ...(key === "" ? {} : { "x-api-key": key }), ...options.headers } })
    })
  })
)

/** An edge behind this server, which may have other tools, and with this mail. */
export const edgeOn = (
  server: typeof ApiServer,
  mailer: Layer.Layer<Mailer> = Mailer.layerOff
): Layer.Layer<EmbeddedEdge> =>
  edge.pipe(
    Layer.provide(Layer.mergeAll(server, SessionAccess.layer)),
    Layer.provide(inProcessQueries),
    Layer.provide(
      scriptedVectors(
        vectorScript([
          { facts: oatMilk, cosine: 0.9 },
          { facts: curatedMilk, cosine: 0.8 }
        ])
      )
    ),
    Layer.provide([programWith(mailer), MealExtractor.layerParser, SearchPageCache.layerNone]),
    Layer.provide(settings),
    Layer.provide(Logger.layer([])),
    Layer.orDie
  )

export const embeddedEdge = edgeOn(ApiServer)
