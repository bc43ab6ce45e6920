import type { EventLog } from "../../../domain/ports/EventLog.ts"
import type { Checkpoints } from "../../../projections/ports/Checkpoints.ts"
import type { LiveReadModel } from "../../../projections/ports/LiveReadModel.ts"
import type { UsageReport } from "../../../projections/ports/UsageReport.ts"
import { productSearch } from "../../../projections/product-search/ProductSearch.ts"
import { usageReporting } from "../../../projections/usage-report/UsageReporting.ts"
import { followedLook, followedParked } from "./LogProbes.ts"
import { worker } from "./WorkerHealth.ts"

/** How the projection inside the embedded tier's one process is. */
export const embeddedProjector = worker<Checkpoints | EventLog | LiveReadModel | UsageReport>(
  "projector",
  [
    { name: "feed", look: followedLook(productSearch) },
    { name: "parked-streams", look: followedParked(productSearch) },
    { name: usageReporting.name, look: followedLook(usageReporting) }
  ],
  []
)
