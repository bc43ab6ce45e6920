import { Effect, Layer, Option } from "effect"
import { pepperFromFile, pepperFromText } from "../../infra/crypto/Pepper.ts"
import * as KeyHasher from "../../infra/crypto/KeyHasher.ts"
import * as NodeSecretSource from "../../infra/crypto/NodeSecretSource.ts"
import { AppendSignal } from "../../infra/sqlite/AppendSignal.ts"
import * as DataDirectory from "../../infra/sqlite/DataDirectory.ts"
import { eventsFile } from "../../infra/sqlite/EventsFile.ts"
import * as LogTailFeed from "../../infra/sqlite/LogTailFeed.ts"
import * as SqliteCheckpoints from "../../infra/sqlite/SqliteCheckpoints.ts"
import * as SqliteEventLog from "../../infra/sqlite/SqliteEventLog.ts"
import * as SqliteInstalledBundles from "../../infra/sqlite/SqliteInstalledBundles.ts"
import * as SqliteKeyDirectory from "../../infra/sqlite/SqliteKeyDirectory.ts"
import * as SqliteProductHeads from "../../infra/sqlite/SqliteProductHeads.ts"
import * as SqliteProductIndex from "../../infra/sqlite/SqliteProductIndex.ts"
import * as SqliteUsageLedger from "../../infra/sqlite/SqliteUsageLedger.ts"
import * as KeyCommands from "../commands/KeyCommands.ts"
import * as ListProducts from "../commands/ListProducts.ts"
import { Settings } from "../Config.ts"

const directory = Layer.unwrap(Effect.map(Settings, ({ dataDirectory }) => DataDirectory.layer(dataDirectory)))

const events = Layer.unwrap(Effect.map(DataDirectory.DataDirectory, (paths) => eventsFile(paths.events)))

const keyHasher = Layer.unwrap(
  Effect.gen(function* () {
    const { keyPepper } = yield* Settings
    const { pepper } = yield* DataDirectory.DataDirectory
    return KeyHasher.layer(
      yield* Option.match(keyPepper, { onNone: () => pepperFromFile(pepper), onSome: pepperFromText })
    )
  })
)

/** Everything that lives in `events.db`, and the secrets: the write side. */
export const stores = Layer.mergeAll(
  LogTailFeed.layer.pipe(Layer.provideMerge(SqliteEventLog.layer)),
  SqliteKeyDirectory.layer,
  SqliteProductHeads.layer,
  SqliteInstalledBundles.layer,
  SqliteUsageLedger.layer
).pipe(
  Layer.provideMerge(AppendSignal.layer),
  Layer.provideMerge(events),
  Layer.provideMerge(Layer.merge(keyHasher, NodeSecretSource.layer)),
  Layer.provideMerge(directory)
)
