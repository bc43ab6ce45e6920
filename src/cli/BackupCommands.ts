import { Clock, Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import type { Manifest } from "../../infra/backup/BackupManifest.ts"
import { DataDirectory, layer as dataDirectory, refuseUnfinishedRestore } from "../../infra/sqlite/DataDirectory.ts"
import { Settings } from "../Config.ts"
import { auditKeyPath } from "../roles/AuditTrees.ts"
import { clusterLogCopies } from "../roles/backup/ClusterLogCopies.ts"
import { embeddedLogCopies } from "../roles/backup/EmbeddedLogCopies.ts"
import { makeBackup } from "../roles/backup/MakeBackup.ts"
import { readPassphrase } from "../roles/backup/Passphrase.ts"
import { restoreBackup, verifyBackup } from "../roles/backup/RestoreBackup.ts"
import { json } from "./Output.ts"

const file = Argument.String("file").pipe(Argument.withDescription("the backup, one file"))

const passphraseFile = Flag.String("passphrase-file").pipe(
  Flag.withDescription("seal the backup, or open it, with the passphrase in the first line of this file"),
  Flag.optional
)

const flags = { file, passphraseFile, json }

const passphraseIn = (path: Option.Option<string>) =>
  Option.match(path, { onNone: () => Effect.succeed(null), onSome: readPassphrase })

/** What the tier of the settings backs up. */
const logCopies = Effect.gen(function* () {
  const { cluster } = yield* Settings
  return Option.match(cluster, {
    onNone: () => Effect.map(DataDirectory, embeddedLogCopies),
    onSome: (servers) => Effect.succeed(clusterLogCopies(servers))
  })
}).pipe(Effect.flatten)

const inDataDirectory = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Settings, (settings) => Effect.provide(effect, dataDirectory(settings.dataDirectory)))

const pepperIn = ({ pepper }: Manifest): string => {
  switch (pepper.place) {
    case "file":
      return "with the pepper of its keys"
    case "setting":
      return "without the pepper of its keys, which is a setting: keep KEY_PEPPER elsewhere"
    case "none":
      return "without a pepper: there is none here yet, or it is lost and no key is valid"
  }
}

const describe = (manifest: Manifest): string => {
  const { createdAt, end, events, parts } = manifest
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  return `${events} events up to position ${end}, ${(bytes / 1_000_000).toFixed(1)} MB, ${pepperIn(manifest)}, of ${createdAt}`
}

const report = (verb: string, path: string, manifest: Manifest, asJson: boolean) =>
  Console.log(asJson ? JSON.stringify({ file: path, ...manifest }) : `${verb} ${path}: ${describe(manifest)}`)

export const backupCommand = Command.make(
  "backup",
  flags,
  Effect.fn(function* ({ file, json, passphraseFile }) {
    const passphrase = yield* passphraseIn(passphraseFile)
    const path = resolve(file)
    const { keyPepper } = yield* Settings
    const now = yield* Clock.currentTimeMillis
    yield* refuseUnfinishedRestore
    const manifest = yield* makeBackup(yield* logCopies, { path, passphrase, keyPepper, now })
    yield* report("Backed up into", path, manifest, json)
    const auditKey = yield* auditKeyPath
    if (json || !existsSync(auditKey)) return
    yield* Console.log(`It does not have the key of the audit tree, ${auditKey}: keep a copy of that elsewhere.`)
  }, inDataDirectory)
).pipe(
  Command.withDescription("Back the log up into one file, checked from end to end, while the service runs"),
  Command.withExamples([{ command: "fooddata backup /backups/today --passphrase-file ~/.backup-passphrase" }])
)

export const restoreCommand = Command.make(
  "restore",
  {
    ...flags,
    verifyOnly: Flag.Boolean("verify-only").pipe(
      Flag.withDescription("check the backup as a restore does, and restore nothing"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ file, json, passphraseFile, verifyOnly }) {
    const passphrase = yield* passphraseIn(passphraseFile)
    const path = resolve(file)
    const { cluster, keyPepper } = yield* Settings
    const log = yield* logCopies
    const options = { path, passphrase, keyPepper }
    if (verifyOnly) return yield* report("All is well with", path, yield* verifyBackup(log, options), json)
    yield* report("Restored", path, yield* restoreBackup(log, options), json)
    if (json || Option.isNone(cluster)) return
    yield* Console.log(
      "Kafka and OpenSearch knew another log: delete the topics, and run fooddata views rebuild before you serve."
    )
  }, inDataDirectory)
).pipe(
  Command.withDescription(
    "Restore a backup into an empty data directory, or of a cluster into an empty database; read models are built again"
  )
)
