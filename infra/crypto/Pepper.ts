import { Effect, Redacted, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs"

const pepperBytes = 32

/** The pepper cannot be read, created, or is too short to protect anything. */
export class PepperUnusable extends Schema.TaggedError<PepperUnusable>()("PepperUnusable", {
  reason: Schema.String
}) {
  override get message(): string {
    return `the key pepper cannot be used: ${this.reason}`
  }
}

/** A pepper given by the operator: at least 32 bytes of UTF-8. */
export const pepperFromText = (
  text: Redacted.Redacted
): Effect.Effect<Redacted.Redacted<Uint8Array>, PepperUnusable> => {
  const bytes = new TextEncoder().encode(Redacted.value(text))
  return bytes.length < pepperBytes
    ? Effect.fail(
        new PepperUnusable({ reason: `KEY_PEPPER has ${bytes.length} bytes, at least ${pepperBytes} are needed` })
      )
    : Effect.succeed(Redacted.make(bytes))
}

/**
 * The pepper kept in the file, created for its owner alone at the first start. Losing it makes every key invalid, so
 * a file that is there but damaged is an error, never replaced.
 */
export const pepperFromFile = (path: string): Effect.Effect<Redacted.Redacted<Uint8Array>, PepperUnusable> =>
  Effect.try({
    try: () => {
      if (!existsSync(path)) createOnce(path)
      return readFileSync(path)
    },
    catch: (cause) => new PepperUnusable({ reason: String(cause) })
  }).pipe(
    Effect.flatMap((bytes) =>
      bytes.length === pepperBytes
        ? Effect.succeed(Redacted.make(new Uint8Array(bytes)))
        : Effect.fail(new PepperUnusable({ reason: `${path} has ${bytes.length} bytes instead of ${pepperBytes}` }))
    )
  )

/** Written whole under another name and linked into place, so that two first starts agree and none sees half of it. */
const createOnce = (path: string): void => {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, randomBytes(pepperBytes), { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
  } finally {
    rmSync(draft)
  }
}
