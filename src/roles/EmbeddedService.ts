import { Layer } from "effect"
import { LeaderLock } from "../../domain/ports/LeaderLock.ts"
import { ViewsDamage } from "../../infra/sqlite/ViewsDamage.ts"
import { productSearch } from "../../projections/product-search/ProductSearch.ts"
import { usageReporting } from "../../projections/usage-report/UsageReporting.ts"
import { admin, api } from "./ApiRole.ts"
import { auditTreeKept } from "./AuditTrees.ts"
import { stores } from "./EmbeddedStores.ts"
import { vectors, views } from "./EmbeddedViews.ts"
import { embeddedProjector } from "./health/EmbeddedHealth.ts"
import { vectorsProbe } from "./health/VectorsProbe.ts"
import { mendViews } from "./MendViews.ts"
import * as Projector from "./Projector.ts"
import { sqliteQueries } from "./Queries.ts"
import { quotaWebhooks } from "./Webhooks.ts"
import { RoleHealth } from "./RoleHealth.ts"

const projectors = Layer.merge(Projector.layer(productSearch), Projector.layer(usageReporting))

/** The whole service in one process, which leads whatever needs a leader, on these read models. */
export const embeddedServiceOn = <A extends Layer.Success<typeof views>, E, R>(readModels: Layer.Layer<A, E, R>) =>
  mendViews.pipe(
    Layer.provideMerge(
      Layer.mergeAll(api([vectorsProbe]), admin, projectors, embeddedProjector, quotaWebhooks, auditTreeKept)
    ),
    Layer.provideMerge(RoleHealth.layer(["api", "projector"])),
    Layer.provideMerge(LeaderLock.layerAlone),
    Layer.provideMerge(sqliteQueries),
    Layer.provideMerge(vectors),
    Layer.provideMerge(readModels),
    Layer.provideMerge(ViewsDamage.layer),
    Layer.provideMerge(stores)
  )

export const embeddedService = embeddedServiceOn(views)
