import { Schema } from "effect"
import { readFileSync } from "node:fs"

const Need = Schema.fromJsonString(
  Schema.Union([
    Schema.Struct({ query: Schema.NonEmptyString }),
    Schema.Struct({ wordings: Schema.NonEmptyArray(Schema.NonEmptyString) })
  ])
)
const decode = Schema.decodeUnknownSync(Need)

const needsIn = (file: string): ReadonlyArray<string> =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .flatMap((line) => {
      const need = decode(line)
      return "query" in need ? [need.query] : need.wordings
    })

/**
 * Needs by somebody who knew nothing of the program, 2026-11-23: what is ruled out, numbers, and the same need in four
 * wordings. They were read while the program was made.
 */
export const strangersNeeds: ReadonlyArray<string> = [
  "exclusions.jsonl",
  "numbers.jsonl",
  "../../../quality/wordings.jsonl"
].flatMap(needsIn)
