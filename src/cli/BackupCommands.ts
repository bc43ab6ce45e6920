import { Clock, Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { resolve } from "node:path"
import type { Manifest } from "../../infra/backup/BackupFile.ts"
import { layer as dataDirectory } from "../../infra/sqlite/DataDirectory.ts"
import { Settings } from "../Config.ts"
import { BackupRefused, makeBackup, readPassphrase, restoreBackup, verifyBackup } from "../roles/Backup.ts"
import { json } from "./Output.ts"

const file = Argument.String("file").pipe(Argument.withDescription("the backup, one file"))

const passphraseFile = Flag.String("passphrase-file").pipe(
  Flag.withDescription("seal the backup, or open it, with the passphrase in the first line of this file"),
  Flag.optional
)

const flags = { file, passphraseFile, json }

const passphraseIn = (path: Option.Option<string>) =>
  Option.match(path, { onNone: () => Effect.succeed(null), onSome: readPassphrase })

/** Postgres is backed up by its own tools, which know how to do it without stopping it. */
const inDataDirectory = Effect.fnUntraced(function* () {
  const { cluster, dataDirectory: root } = yield* Settings
  if (Option.isNone(cluster)) return dataDirectory(root)
  return yield* new BackupRefused({
    reason: "a cluster is backed up by pg_basebackup or pg_dump: docs/operations.md says how, and how it is restored"
  })
})

const describe = ({ createdAt, end, events, parts }: Manifest): string => {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  const withPepper = parts.some(({ name }) => name === "pepper")
    ? "with the pepper of its keys"
    : "without the pepper of its keys, which is a setting: KEY_PEPPER"
  return `${events} events up to position ${end}, ${(bytes / 1_000_000).toFixed(1)} MB, ${withPepper}, of ${createdAt}`
}

const report = (verb: string, path: string, manifest: Manifest, asJson: boolean) =>
  Console.log(asJson ? JSON.stringify({ file: path, ...manifest }) : `${verb} ${path}: ${describe(manifest)}`)

export const backupCommand = Command.make(
  "backup",
  flags,
  Effect.fn(function* ({ file, json, passphraseFile }) {
    const directory = yield* inDataDirectory()
    const passphrase = yield* passphraseIn(passphraseFile)
    const path = resolve(file)
    const now = yield* Clock.currentTimeMillis
    const manifest = yield* makeBackup(path, passphrase, now).pipe(Effect.provide(directory))
    yield* report("Backed up into", path, manifest, json)
  })
).pipe(
  Command.withDescription("Back the data directory up into one file, checked from end to end, while the service runs"),
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
    const directory = yield* inDataDirectory()
    const passphrase = yield* passphraseIn(passphraseFile)
    const path = resolve(file)
    if (verifyOnly) return yield* report("All is well with", path, yield* verifyBackup(path, passphrase), json)
    const manifest = yield* restoreBackup(path, passphrase).pipe(Effect.provide(directory))
    yield* report("Restored", path, manifest, json)
  })
).pipe(Command.withDescription("Restore a backup into an empty data directory; the next start builds the rest again"))
