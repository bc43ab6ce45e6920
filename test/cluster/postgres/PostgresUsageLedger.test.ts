import { Layer } from "effect"
import { layerProgramClock } from "../../../infra/postgres/PostgresUsageLedger.ts"
import { suite } from "../../contracts/UsageLedgerContract.ts"
import { freshStores } from "../../support/cluster/PostgresDatabase.ts"

suite("Postgres", layerProgramClock.pipe(Layer.provideMerge(freshStores)))
