import { Layer } from "effect"
import { AppendSignal } from "../../../infra/event-log/AppendSignal.ts"
import { eventsFile } from "../../../infra/sqlite/EventsFile.ts"
import * as SqliteAccountStore from "../../../infra/sqlite/SqliteAccountStore.ts"
import * as SqliteWebhookStore from "../../../infra/sqlite/SqliteWebhookStore.ts"
import { suite } from "../../contracts/WebhookStoreContract.ts"

const stores = Layer.mergeAll(SqliteWebhookStore.layer, SqliteAccountStore.layer)
suite("SQLite", stores.pipe(Layer.provide([AppendSignal.layer, eventsFile(":memory:")])))
