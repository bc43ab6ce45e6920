import * as KeyDirectoryContract from "../../contracts/KeyDirectoryContract.ts"
import * as ProductHeadsContract from "../../contracts/ProductHeadsContract.ts"
import { embeddedStores } from "../../support/EmbeddedStores.ts"

KeyDirectoryContract.suite("SQLite", embeddedStores)
ProductHeadsContract.suite("SQLite", embeddedStores)
