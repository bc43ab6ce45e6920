import { suite } from "../../contracts/EventLogContract.ts"
import { embeddedStores } from "../../support/EmbeddedStores.ts"

suite("SQLite", embeddedStores)
