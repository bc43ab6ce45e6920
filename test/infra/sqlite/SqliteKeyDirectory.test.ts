import * as KeyDirectoryContract from "../../contracts/KeyDirectoryContract.ts"
import { embeddedStores } from "../../support/EmbeddedStores.ts"

KeyDirectoryContract.suite("SQLite", embeddedStores)
