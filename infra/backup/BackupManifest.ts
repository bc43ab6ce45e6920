import { Schema } from "effect"
import { createHmac, hash } from "node:crypto"
import { BackupUnusable } from "./BackupUnusable.ts"

/*
 * A backup: a line that says so, a line with the manifest in JSON behind its SHA-256, then the bytes of its parts, one after
 * the other, as many as the manifest says.
 */

export const magic = "fooddata-backup 1\n"

/** `events.db`: of the embedded tier, `postgres.jsonl`: of a cluster, `pepper`: where it is a file. */
const PartName = Schema.Literals(["events.db", "postgres.jsonl", "pepper"])
export type PartName = typeof PartName.Type

const Digest = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Where the pepper of the keys is: in the backup, in a setting, or nowhere, as before the first key. */
const PepperPlace = Schema.Literals(["file", "setting", "none"])

export const Manifest = Schema.Struct({
  /** RFC 3339 */
  createdAt: Schema.String,
  /** version of the program that made it */
  program: Schema.String,
  tier: Schema.Literals(["embedded", "cluster"]),
  /** version of the tables in it */
  schema: Count,
  /** position of the last event */
  end: Schema.Int,
  events: Count,
  /** `check`: `pepperCheck` of it */
  pepper: Schema.Struct({ place: PepperPlace, check: Schema.NullOr(Digest) }),
  parts: Schema.Array(Schema.Struct({ name: PartName, bytes: Count, sha256: Digest }))
})
export type Manifest = typeof Manifest.Type

const decodeManifest = Schema.decodeUnknownOption(Schema.fromJsonString(Manifest))

/** Tells peppers apart and says nothing of them: they have 32 bytes at least. */
export const pepperCheck = (pepper: Uint8Array): string =>
  createHmac("sha256", pepper).update("fooddata backup").digest("hex")

/** The manifest as a line of the file. */
export const manifestLine = (manifest: Manifest): string => {
  const json = JSON.stringify(manifest)
  return `${hash("sha256", json, "hex")} ${json}\n`
}

/** Reads such a line, without its line feed; throws `BackupUnusable`. */
export const manifestIn = (line: string): Manifest => {
  const [, digest = "", json = ""] = /^(\w{64}) (.*)$/s.exec(line) ?? []
  const manifest = decodeManifest(json)
  if (manifest._tag === "Some" && hash("sha256", json, "hex") === digest) return manifest.value
  throw new BackupUnusable({ reason: "its manifest is damaged" })
}
