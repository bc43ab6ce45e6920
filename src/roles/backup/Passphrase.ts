import { Effect } from "effect"
import { readFileSync } from "node:fs"
import type { BackupRefused } from "../../../infra/backup/BackupRefused.ts"
import { refuse } from "./LogCopies.ts"

const lengthMin = 12

/** The passphrase in a file: its first line. */
export const readPassphrase = (path: string): Effect.Effect<string, BackupRefused> =>
  Effect.try({
    try: () => readFileSync(path, "utf8").split(/\r?\n/, 1).join(""),
    catch: (cause) => refuse(String(cause))
  }).pipe(
    Effect.filterOrFail(
      (passphrase) => passphrase.length >= lengthMin,
      () => refuse(`${path}: a passphrase has at least ${lengthMin} characters`)
    )
  )
