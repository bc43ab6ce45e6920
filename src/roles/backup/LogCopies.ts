import type { Effect } from "effect"
import type { BackupUnusable } from "../../../infra/backup/BackupUnusable.ts"
import { BackupRefused } from "../../../infra/backup/BackupRefused.ts"
import type { Manifest, PartName } from "../../../infra/backup/BackupManifest.ts"

/** What was found in a copy of the log that was read from end to end. */
export interface LogFacts {
  /** position of the last event */
  readonly end: number
  readonly events: number
}

type Failure = BackupRefused | BackupUnusable

/** How a tier copies its log into a file, and takes it back. */
export interface LogCopies {
  readonly tier: Manifest["tier"]
  /** version of the tables that it writes */
  readonly schema: number
  readonly part: PartName
  /** Writes the log as of one moment into a file that is not there, while others write to the log. */
  readonly copyTo: (file: string) => Effect.Effect<void, Failure>
  /** Reads such a file from end to end; fails with the first thing that is not as it was written. */
  readonly verify: (file: string) => Effect.Effect<LogFacts, Failure>
  /** Puts the log in its place, which must be empty: whole, or not at all. */
  readonly install: (file: string, manifest: Manifest) => Effect.Effect<void, Failure>
}

export const refuse = (reason: string): BackupRefused => new BackupRefused({ reason })
