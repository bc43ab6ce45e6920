import { Layer } from "effect"
import { AppendSignal } from "../../../infra/event-log/AppendSignal.ts"
import { eventsFile } from "../../../infra/sqlite/EventsFile.ts"
import * as SqliteAccountStore from "../../../infra/sqlite/SqliteAccountStore.ts"
import * as SqliteCommandOrigins from "../../../infra/sqlite/SqliteCommandOrigins.ts"
import * as SqliteEventLog from "../../../infra/sqlite/SqliteEventLog.ts"
import * as SqliteFailedAuthentications from "../../../infra/sqlite/SqliteFailedAuthentications.ts"
import * as SqliteKeyDirectory from "../../../infra/sqlite/SqliteKeyDirectory.ts"
import * as SqlitePersonalData from "../../../infra/sqlite/SqlitePersonalData.ts"
import * as CommandOriginsContract from "../../contracts/CommandOriginsContract.ts"
import * as FailedAuthenticationsContract from "../../contracts/FailedAuthenticationsContract.ts"
import * as PersonalDataContract from "../../contracts/PersonalDataContract.ts"

const stores = Layer.mergeAll(
  SqliteAccountStore.layer,
  SqliteEventLog.layer,
  SqliteCommandOrigins.layer,
  SqliteFailedAuthentications.layer,
  SqliteKeyDirectory.layer,
  SqlitePersonalData.layer
).pipe(Layer.provide(AppendSignal.layer), Layer.provide(eventsFile(":memory:")))

CommandOriginsContract.suite("SQLite", stores)
FailedAuthenticationsContract.suite("SQLite", stores)
PersonalDataContract.suite("SQLite", stores)
