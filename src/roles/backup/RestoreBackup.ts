import { Effect, type Option, type Redacted } from "effect"
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { rename } from "node:fs/promises"
import { join } from "node:path"
import type { Manifest } from "../../../infra/backup/BackupManifest.ts"
import { readBackup } from "../../../infra/backup/BackupReader.ts"
import { syncFolder } from "../../../infra/backup/DurableFiles.ts"
import { DataDirectory, type DataPaths, holdLock } from "../../../infra/sqlite/DataDirectory.ts"
import { attempt } from "./Attempt.ts"
import { type LogCopies, refuse } from "./LogCopies.ts"
import { demandSamePepper, pepperHere } from "./PepperOfKeys.ts"
import { workFolder } from "./WorkFolder.ts"

export interface RestoreOptions {
  readonly path: string
  readonly passphrase: string | null
  readonly keyPepper: Option.Option<Redacted.Redacted>
}

/** Takes the backup apart in the folder and reads all of it; the pepper is not written where it is not wanted. */
const unpacked = Effect.fnUntraced(function* (
  log: LogCopies,
  { passphrase, path }: RestoreOptions,
  folder: string,
  withPepper: boolean
) {
  const copy = join(folder, log.part)
  const manifest = yield* attempt(() =>
    readBackup(path, passphrase, (name) => {
      if (name === log.part) return copy
      return name === "pepper" && withPepper ? join(folder, name) : null
    })
  )
  if (manifest.tier !== log.tier) {
    return yield* refuse(
      `it is a backup of the ${manifest.tier} tier, and the settings are those of the ${log.tier} tier`
    )
  }
  if (manifest.schema > log.schema) {
    return yield* refuse(
      `its tables have version ${manifest.schema}, this program knows ${log.schema}: use a newer one`
    )
  }
  const { end, events } = yield* log.verify(copy)
  if (end !== manifest.end || events !== manifest.events) {
    return yield* refuse(
      `the backup holds ${events} events up to ${end}, but says ${manifest.events} up to ${manifest.end}`
    )
  }
  return manifest
})

/** Checks a backup as a restore does, and keeps nothing of it. */
export const verifyBackup = Effect.fn("verifyBackup")(function* (log: LogCopies, options: RestoreOptions) {
  return yield* unpacked(log, options, yield* workFolder, false)
}, Effect.scoped)

/** What may stand in a directory that a backup is restored into. */
const mayStay: ReadonlySet<string> = new Set(["serve.lock", "backup.lock", "backup-work", "lost+found"])

/** Whatever else is there belongs to another log: a journal, a read model, a write-ahead log that SQLite would replay. */
const demandEmpty = ({ root }: DataPaths, wasCutOff: boolean) => {
  const ours = wasCutOff ? ["restore.partial", "pepper", "events.db"] : ["pepper"]
  const present = readdirSync(root).filter((name) => {
    const isLock = mayStay.has(name.replace(/-journal$/, ""))
    return !isLock && !ours.includes(name)
  })
  return present.length === 0
    ? Effect.void
    : Effect.fail(
        refuse(
          `${root} has ${present.join(", ")}: restore into an empty directory, by DATA_DIR or after moving it away`
        )
      )
}

/**
 * Restores a backup into an empty data directory. Everything is checked before anything is put in place. While it is under way
 * the directory has `restoreWork`, with which nothing else opens it; so one that was cut off is run again.
 */
export const restoreBackup = Effect.fn("restoreBackup")(function* (log: LogCopies, options: RestoreOptions) {
  const paths = yield* DataDirectory
  const { events, pepper, restoreWork, root, serveLock } = paths
  yield* holdLock(serveLock).pipe(
    Effect.catchTag("LockHeld", () => Effect.fail(refuse(`a fooddata serves ${root}: stop it first`)))
  )
  const wasCutOff = existsSync(restoreWork)
  yield* demandEmpty(paths, wasCutOff)
  const here = yield* pepperHere(options.keyPepper, pepper)
  // what an earlier one has put in place, it put there from the backup that is now read again, or from another
  if (wasCutOff) rmSync(events, { force: true })
  rmSync(restoreWork, { recursive: true, force: true })
  mkdirSync(restoreWork, { mode: 0o700 })
  const manifest: Manifest = yield* unpacked(log, options, restoreWork, true).pipe(
    Effect.tap(({ pepper: backedUp }) => demandSamePepper(backedUp, here)),
    Effect.tapError(() => Effect.sync(() => rmSync(restoreWork, { recursive: true, force: true })))
  )
  yield* attempt(() => syncFolder(root))
  if (manifest.pepper.place === "file" && !existsSync(pepper)) {
    yield* attempt(() => rename(join(restoreWork, "pepper"), pepper).then(() => syncFolder(root)))
  }
  yield* log.install(join(restoreWork, log.part), manifest)
  rmSync(restoreWork, { recursive: true })
  yield* attempt(() => syncFolder(root))
  return manifest
}, Effect.scoped)
