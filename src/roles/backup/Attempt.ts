import { Effect } from "effect"
import { BackupRefused } from "../../../infra/backup/BackupRefused.ts"
import { BackupUnusable } from "../../../infra/backup/BackupUnusable.ts"
import { refuse } from "./LogCopies.ts"

/** A step on files: what the system refuses is said as it says it. */
export const attempt = <A>(step: () => Promise<A>): Effect.Effect<A, BackupRefused | BackupUnusable> =>
  Effect.tryPromise({
    try: step,
    catch: (cause) =>
      cause instanceof BackupUnusable || cause instanceof BackupRefused ? cause : refuse(String(cause))
  })
