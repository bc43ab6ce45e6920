import { Context, Effect, Layer, Schema, type Scope } from "effect"
import { existsSync, mkdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"
import { isBusy, runOnce } from "./Sqlite.ts"

/** Where one embedded service keeps everything. */
export interface DataPaths {
  readonly root: string
  /** the log: back this up */
  readonly events: string
  /** the live read model: may be deleted while no service runs */
  readonly views: string
  /** a finished rebuild that waits to take the place of `views` */
  readonly viewsNext: string
  /** a rebuild under way */
  readonly viewsBuilding: string
  /** the node's journal of admitted requests */
  readonly journal: string
  readonly nodeId: string
  readonly pepper: string
  /** the key of the audit tree, unless another file is named */
  readonly auditKey: string
  /** the first key, until its owner has taken it */
  readonly firstKey: string
  /** the key of `fooddata mcp`, where it serves the directory itself */
  readonly mcpKey: string
  readonly serveLock: string
  readonly rebuildLock: string
  readonly backupLock: string
  /** what a backup under way has not yet packed */
  readonly backupWork: string
  /** a restore under way, or one that was cut off */
  readonly restoreWork: string
  /** how far the daily files of Open Food Facts were applied */
  readonly deltaCheckpoint: string
  /** there while an operator asks the service to read the parked streams again */
  readonly unpark: string
}

export class DataDirectory extends Context.Service<DataDirectory, DataPaths>()("fooddata/infra/sqlite/DataDirectory") {}

/** The directory cannot be created or written. */
export class DataDirectoryUnusable extends Schema.TaggedError<DataDirectoryUnusable>()("DataDirectoryUnusable", {
  path: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `cannot use ${this.path} as the data directory (DATA_DIR): ${String(this.cause)}`
  }
}

/** The paths below `root`, which is created for its owner alone when it is not there. */
export const layer = (root: string): Layer.Layer<DataDirectory, DataDirectoryUnusable> =>
  Layer.effect(
    DataDirectory,
    Effect.try({
      try: () => {
        mkdirSync(root, { recursive: true, mode: 0o700 })
        return {
          root,
          events: join(root, "events.db"),
          views: join(root, "views.db"),
          viewsNext: join(root, "views.next.db"),
          viewsBuilding: join(root, "views.building.db"),
          journal: join(root, "journal"),
          nodeId: join(root, "node-id"),
          pepper: join(root, "pepper"),
          auditKey: join(root, "audit-key"),
          firstKey: join(root, "first-key"),
          mcpKey: join(root, "mcp-key"),
          serveLock: join(root, "serve.lock"),
          rebuildLock: join(root, "rebuild.lock"),
          backupLock: join(root, "backup.lock"),
          backupWork: join(root, "backup-work"),
          restoreWork: join(root, "restore.partial"),
          deltaCheckpoint: join(root, "off-deltas.json"),
          unpark: join(root, "unpark")
        }
      },
      catch: (cause) => new DataDirectoryUnusable({ path: root, cause })
    })
  )

/** Others than its owner and its group can read the directory: the pepper lies there, and what keys were used for. */
export class DataDirectoryShared extends Schema.TaggedError<DataDirectoryShared>()("DataDirectoryShared", {
  path: Schema.String
}) {
  override get message(): string {
    return (
      `${this.path} can be read by everybody on this machine: chmod o-rwx ${this.path}, ` +
      "or serve --allow-shared-data-directory if that is meant"
    )
  }
}

const rightsOfOthers = 0o007

/** Refuses a directory that everybody may enter. Groups are let in: a volume may have to have one. */
export const refuseShared = (root: string): Effect.Effect<void, DataDirectoryShared> =>
  Effect.suspend(() =>
    process.platform !== "win32" && (statSync(root).mode & rightsOfOthers) !== 0
      ? Effect.fail(new DataDirectoryShared({ path: root }))
      : Effect.void
  )

/** A restore into the directory was cut off, or is under way. */
export class RestoreUnfinished extends Schema.TaggedError<RestoreUnfinished>()("RestoreUnfinished", {
  path: Schema.String
}) {
  override get message(): string {
    return `a restore was cut off, or is under way (${this.path}): run fooddata restore again, it begins anew`
  }
}

/** Refuses a directory that holds no more than a part of a backup. */
export const refuseUnfinishedRestore: Effect.Effect<void, RestoreUnfinished, DataDirectory> = Effect.flatMap(
  DataDirectory,
  ({ restoreWork }) =>
    existsSync(restoreWork) ? Effect.fail(new RestoreUnfinished({ path: restoreWork })) : Effect.void
)

/** Another process holds the lock. */
export class LockHeld extends Schema.TaggedError<LockHeld>()("LockHeld", { path: Schema.String }) {
  override get message(): string {
    return `${this.path} is held by another process`
  }
}

/**
 * Holds an exclusive lock on the file until the scope ends. It is SQLite's own file lock, so the operating system
 * takes it back however the process ends, on every platform, and Node needs no native package for it.
 */
export const holdLock = (path: string): Effect.Effect<void, LockHeld | StorageUnavailable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({ try: () => lockExclusively(path), catch: (cause) => toLockError(path, cause) }),
    (lock) => Effect.sync(() => lock.close())
  ).pipe(Effect.asVoid)

const lockExclusively = (path: string): DatabaseSync => {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    runOnce(lock, "PRAGMA locking_mode = EXCLUSIVE")
    runOnce(lock, "BEGIN EXCLUSIVE")
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

const toLockError = (path: string, cause: unknown): LockHeld | StorageUnavailable =>
  isBusy(cause) ? new LockHeld({ path }) : new StorageUnavailable({ operation: `lock ${path}`, cause })
