import * as AccountStoreContract from "../../contracts/AccountStoreContract.ts"
import * as AttemptStoreContract from "../../contracts/AttemptStoreContract.ts"
import { embeddedStores } from "../../support/EmbeddedStores.ts"

AccountStoreContract.suite("SQLite", embeddedStores)
AttemptStoreContract.suite("SQLite", embeddedStores)
