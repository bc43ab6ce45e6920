import { Effect } from "effect"
import { mkdirSync, rmSync } from "node:fs"
import { DataDirectory, holdLock } from "../../../infra/sqlite/DataDirectory.ts"
import { refuse } from "./LogCopies.ts"

/**
 * A folder in the data directory for what is not sealed, empty, and removed afterwards. One process at a time has it, so what
 * is found in it was left by one that was killed.
 */
export const workFolder = Effect.gen(function* () {
  const { backupLock, backupWork } = yield* DataDirectory
  yield* holdLock(backupLock).pipe(
    Effect.mapError((error) =>
      refuse(error._tag === "LockHeld" ? "another backup or check of one is under way here" : error.message)
    )
  )
  const remove = Effect.sync(() => rmSync(backupWork, { recursive: true, force: true }))
  yield* remove
  return yield* Effect.acquireRelease(
    Effect.sync(() => {
      mkdirSync(backupWork, { mode: 0o700 })
      return backupWork
    }),
    () => remove
  )
})
