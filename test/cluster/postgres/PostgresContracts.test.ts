import * as CheckpointsContract from "../../contracts/CheckpointsContract.ts"
import * as EventLogContract from "../../contracts/EventLogContract.ts"
import * as KeyDirectoryContract from "../../contracts/KeyDirectoryContract.ts"
import * as ProductHeadsContract from "../../contracts/ProductHeadsContract.ts"
import { freshStores } from "../../support/cluster/PostgresDatabase.ts"

CheckpointsContract.suite("Postgres", freshStores)
EventLogContract.suite("Postgres", freshStores)
KeyDirectoryContract.suite("Postgres", freshStores)
ProductHeadsContract.suite("Postgres", freshStores)
