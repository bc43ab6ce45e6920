import { Effect, Layer, Option } from "effect"
import * as AccountSecrets from "../../infra/crypto/AccountSecrets.ts"
import * as KeyHasher from "../../infra/crypto/KeyHasher.ts"
import * as NodeSecretSource from "../../infra/crypto/NodeSecretSource.ts"
import { pepperFromFile, pepperFromText } from "../../infra/crypto/Pepper.ts"
import * as FileUsageJournal from "../../infra/journal/FileUsageJournal.ts"
import * as DataDirectory from "../../infra/sqlite/DataDirectory.ts"
import { Settings } from "../Config.ts"
import * as KeyFence from "../metering/KeyFence.ts"
import * as LedgerNode from "../metering/LedgerNode.ts"
import { defaultMeteringOptions, throughOutage } from "../metering/MeteringOptions.ts"
import * as NodeId from "../metering/NodeId.ts"

const directory = Layer.effectDiscard(DataDirectory.refuseUnfinishedRestore).pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(Settings, ({ dataDirectory }) => DataDirectory.layer(dataDirectory))))
)

/** What is made of secrets under the pepper. */
const underPepper = Layer.unwrap(
  Effect.gen(function* () {
    const { keyPepper } = yield* Settings
    const { pepper } = yield* DataDirectory.DataDirectory
    const bytes = yield* Option.match(keyPepper, { onNone: () => pepperFromFile(pepper), onSome: pepperFromText })
    return Layer.merge(KeyHasher.layer(bytes), AccountSecrets.layer(bytes))
  })
)

/** What every process has of its own, in whichever tier: its data directory and its secrets. */
export const local = Layer.merge(underPepper, NodeSecretSource.layer).pipe(Layer.provideMerge(directory))

/** How long this deployment goes on without its ledger. Where the ledger is a file of the process, there is no without. */
const meteringOptions = Effect.map(Settings, ({ cluster }) =>
  Option.match(cluster, {
    onNone: () => defaultMeteringOptions,
    onSome: ({ ledgerOutageSeconds }) => throughOutage(ledgerOutageSeconds)
  })
)

/** This process as a node of the usage ledger, with the journal of its data directory. */
export const meteringNode = Layer.unwrap(
  Effect.gen(function* () {
    const paths = yield* DataDirectory.DataDirectory
    return LedgerNode.layer(yield* meteringOptions).pipe(
      Layer.provide(Layer.merge(FileUsageJournal.layer(paths.journal), NodeId.layerFile(paths.nodeId)))
    )
  })
)

export const keyFence = Layer.unwrap(Effect.map(meteringOptions, KeyFence.layer))

/** For a process beside the service. */
export const keyFenceBeside = Layer.unwrap(Effect.map(meteringOptions, KeyFence.layerBeside))
