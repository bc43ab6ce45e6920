import { Effect, type Option, type Redacted } from "effect"
import { join } from "node:path"
import type { PartName } from "../../../infra/backup/BackupManifest.ts"
import { writeBackup } from "../../../infra/backup/BackupWriter.ts"
import { DataDirectory } from "../../../infra/sqlite/DataDirectory.ts"
import { version } from "../../Version.ts"
import { attempt } from "./Attempt.ts"
import type { LogCopies } from "./LogCopies.ts"
import { pepperHere } from "./PepperOfKeys.ts"
import { workFolder } from "./WorkFolder.ts"

/**
 * Backs the log up into a new file, as of one moment, beside a running service or without one; with the pepper, unless it is a
 * setting. The copy is read from end to end before it is packed, and the file before it takes its name.
 */
export const makeBackup = Effect.fn("makeBackup")(function* (
  log: LogCopies,
  options: {
    readonly path: string
    readonly passphrase: string | null
    readonly keyPepper: Option.Option<Redacted.Redacted>
    /** ms since the epoch */
    readonly now: number
  }
) {
  const { pepper: pepperFile } = yield* DataDirectory
  const copy = join(yield* workFolder, log.part)
  yield* log.copyTo(copy)
  const facts = yield* log.verify(copy)
  const pepper = yield* pepperHere(options.keyPepper, pepperFile)
  const files = new Map<PartName, string>([[log.part, copy]])
  if (pepper.place === "file") files.set("pepper", pepperFile)
  const createdAt = new Date(options.now).toISOString()
  const described = { createdAt, program: version, tier: log.tier, schema: log.schema, ...facts, pepper }
  return yield* attempt(() => writeBackup(options.path, described, files, options.passphrase))
}, Effect.scoped)
