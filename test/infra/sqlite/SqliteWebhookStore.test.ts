import { Layer } from "effect"
import { eventsFile } from "../../../infra/sqlite/EventsFile.ts"
import * as SqliteWebhookStore from "../../../infra/sqlite/SqliteWebhookStore.ts"
import { suite } from "../../contracts/WebhookStoreContract.ts"

suite("SQLite", SqliteWebhookStore.layer.pipe(Layer.provide(eventsFile(":memory:"))))
