import { suite } from "../../contracts/WebhookStoreContract.ts"
import { freshStores } from "../../support/cluster/PostgresDatabase.ts"

suite("Postgres", freshStores)
