import { Effect, Layer, Result, Schema, Stream } from "effect"
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { logStart } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { LogInspection } from "../../domain/ports/LogInspection.ts"
import { extractBackup, type Manifest, type PartName, writeBackup } from "../../infra/backup/BackupFile.ts"
import { BackupUnusable } from "../../infra/backup/BackupUnusable.ts"
import { AppendSignal } from "../../infra/event-log/AppendSignal.ts"
import { DataDirectory, holdLock } from "../../infra/sqlite/DataDirectory.ts"
import { eventsFile } from "../../infra/sqlite/EventsFile.ts"
import { openSqlite } from "../../infra/sqlite/Sqlite.ts"
import * as SqliteEventLog from "../../infra/sqlite/SqliteEventLog.ts"
import * as SqliteLogInspection from "../../infra/sqlite/SqliteLogInspection.ts"
import { version } from "../Version.ts"

/** A backup cannot be made or restored here, and why. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

const refuse = (reason: string) => new BackupRefused({ reason })

/** A file of the system could not be read or written. */
const attempt = <A>(step: () => Promise<A>) =>
  Effect.tryPromise({
    try: step,
    catch: (cause) => (cause instanceof BackupUnusable ? cause : refuse(String(cause)))
  })

interface Verified {
  readonly end: number
  readonly events: number
}

/** Reads all of a copy of `events.db`; fails with the first thing that is not as it was written. */
const verified = Effect.fnUntraced(function* (path: string) {
  const log = SqliteEventLog.layer.pipe(Layer.provide(AppendSignal.layer))
  return yield* Effect.gen(function* () {
    const found = yield* EventLog
    let events = 0
    yield* Stream.runForEach(found.scan(logStart), ({ found: event }) => {
      events++
      return Result.isSuccess(event) ? Effect.void : Effect.fail(refuse(event.failure.message))
    })
    const { findings } = yield* LogInspection
    yield* Stream.runForEach(findings, ({ place, problem }) => Effect.fail(refuse(`${place}: ${problem}`)))
    const { position: end } = yield* found.end
    const verified: Verified = { end, events }
    return verified
  }).pipe(
    Effect.provide(Layer.merge(log, SqliteLogInspection.layer).pipe(Layer.provide(eventsFile(path))), { local: true }),
    Effect.mapError((error) => refuse(`the log is damaged: ${error.message}. fooddata log verify says all of it`))
  )
})

/** A consistent copy of a database that others write meanwhile, see https://www.sqlite.org/lang_vacuum.html#vacuuminto */
const copyDatabase = Effect.fnUntraced(function* (from: string, to: string) {
  const db = yield* openSqlite({ path: from, synchronous: "FULL", readOnly: true })
  yield* db.read("copy the log", () => void db.statement("VACUUM INTO ?").run(to))
}, Effect.scoped)

const removed = (path: string) =>
  Effect.sync(() => {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true })
  })

/**
 * Backs the data directory up into a new file, beside a running service or without one: the log as of one moment, and the
 * pepper, unless it is a setting. The copy is read from end to end before it is kept.
 */
export const makeBackup = Effect.fn("makeBackup")(function* (path: string, passphrase: string | null, now: number) {
  const { events, pepper } = yield* DataDirectory
  const [copy, partial] = [`${path}.events`, `${path}.partial`]
  for (const each of [path, partial, copy]) {
    if (existsSync(each)) return yield* refuse(`${each} is there already: name another file, or remove it`)
  }
  if (!existsSync(events)) return yield* refuse(`there is nothing to back up: ${events} is not there`)
  return yield* Effect.gen(function* () {
    yield* copyDatabase(events, copy)
    const facts = yield* verified(copy)
    const files = new Map<PartName, string>([["events.db", copy]])
    if (existsSync(pepper)) files.set("pepper", pepper)
    const createdAt = new Date(now).toISOString()
    return yield* attempt(() => writeBackup(path, { createdAt, program: version, ...facts }, files, passphrase))
  }).pipe(Effect.ensuring(Effect.andThen(removed(copy), removed(partial))))
})

/** What stands in a data directory that is, or was, somebody's. */
const occupants = ["events.db", "views.db", "journal", "node-id"]

/** Whatever an earlier restore that was cut off has left. */
const stage = "restore.partial"

/** Takes the parts of a backup apart and reads them from end to end. */
const staged = Effect.fnUntraced(function* (path: string, folder: string, passphrase: string | null) {
  yield* Effect.sync(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  })
  const manifest = yield* attempt(() => extractBackup(path, folder, passphrase))
  const { end, events } = yield* verified(join(folder, "events.db"))
  if (end !== manifest.end || events !== manifest.events) {
    return yield* refuse(
      `the backup holds ${events} events up to ${end}, but says ${manifest.events} up to ${manifest.end}`
    )
  }
  return manifest
})

/** Checks a backup as a restore does, and keeps nothing of it. */
export const verifyBackup = Effect.fn("verifyBackup")(function* (path: string, passphrase: string | null) {
  const folder = join(dirname(path), `${basename(path)}.verifying`)
  if (existsSync(folder)) return yield* refuse(`${folder} is there already: remove it`)
  return yield* staged(path, folder, passphrase).pipe(
    Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
  )
})

/**
 * Restores a backup into a data directory that is empty. Everything is checked before anything is put in place; the log comes
 * last, so that a restore that was cut off is no directory to serve from, and may be run again.
 */
export const restoreBackup = Effect.fn("restoreBackup")(function* (path: string, passphrase: string | null) {
  const { pepper, root, serveLock } = yield* DataDirectory
  yield* holdLock(serveLock).pipe(
    Effect.catchTag("LockHeld", () => Effect.fail(refuse(`a fooddata serves ${root}: stop it first`)))
  )
  const folder = join(root, stage)
  const wasCutOff = existsSync(folder)
  const present = occupants.filter((name) => existsSync(join(root, name)))
  if (!wasCutOff && existsSync(pepper)) present.push("pepper")
  if (present.length > 0) {
    return yield* refuse(
      `${root} has ${present.join(", ")}: restore into an empty directory, by DATA_DIR or after moving it away`
    )
  }
  const manifest: Manifest = yield* staged(path, folder, passphrase)
  yield* Effect.sync(() => {
    // the log last
    for (const { name } of manifest.parts.toReversed()) renameSync(join(folder, name), join(root, name))
    rmSync(folder, { recursive: true })
  })
  return manifest
}, Effect.scoped)

/** The passphrase in a file: its first line. */
export const readPassphrase = (path: string): Effect.Effect<string, BackupRefused> =>
  Effect.try({
    try: () => readFileSync(path, "utf8").split(/\r?\n/, 1).join(""),
    catch: (cause) => refuse(String(cause))
  }).pipe(
    Effect.filterOrFail(
      (passphrase) => passphrase.length >= passphraseLengthMin,
      () => refuse(`${path}: a passphrase has at least ${passphraseLengthMin} characters`)
    )
  )

const passphraseLengthMin = 12
