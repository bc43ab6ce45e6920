import { Effect, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { makeSigner, type NoteSigner, readSigner, signerText } from "./SignedNote.ts"

/** The key of the audit tree cannot be read or made. */
export class AuditKeyUnusable extends Schema.TaggedError<AuditKeyUnusable>()("AuditKeyUnusable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `the audit key ${this.path} cannot be used: ${this.reason}`
  }
}

const seedBytes = 32

/**
 * The key in the file, which signs under the name of the log. Made for its owner alone where there is no file and a name is given; a
 * file that is there is never replaced, because without it the tree cannot be made again.
 */
export const auditKey = (path: string, origin: string | null): Effect.Effect<NoteSigner, AuditKeyUnusable> => {
  const unusable = (reason: string) => new AuditKeyUnusable({ path, reason })
  return Effect.try({
    try: () => {
      if (!existsSync(path)) {
        if (origin === null) throw new Error("there is none: fooddata audit key --origin NAME makes it")
        const made = makeSigner(origin, randomBytes(seedBytes))
        if (made === undefined) throw new Error("a name has no spaces and no plus sign, such as food.example/audit")
        writeFileSync(path, `${signerText(made)}\n`, { mode: 0o600, flag: "wx" })
      }
      return readSigner(readFileSync(path, "utf8").trim())
    },
    catch: (cause) => unusable(cause instanceof Error ? cause.message : String(cause))
  }).pipe(
    Effect.filterOrFail(
      (signer) => signer !== undefined,
      () => unusable("it is no PRIVATE+KEY+… line of an Ed25519 key")
    ),
    Effect.filterOrFail(
      ({ name }) => origin === null || name === origin,
      ({ name }) => unusable(`it is the key of ${name}, not of ${origin}`)
    )
  )
}
