import { Layer } from "effect"
import { AppendSignal } from "../../../infra/event-log/AppendSignal.ts"
import { eventsFile } from "../../../infra/sqlite/EventsFile.ts"
import { layer as sqliteEventLog } from "../../../infra/sqlite/SqliteEventLog.ts"
import { layer as sqliteUsageLedger } from "../../../infra/sqlite/SqliteUsageLedger.ts"
import { suite } from "../../contracts/UsageLedgerContract.ts"

const store = Layer.merge(sqliteUsageLedger, sqliteEventLog).pipe(
  Layer.provideMerge(Layer.merge(eventsFile(":memory:"), AppendSignal.layer))
)

suite("SQLite", store)
