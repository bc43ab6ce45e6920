import { Schema } from "effect"
import { classifierFile } from "../classifier/ClassifierFile.ts"

const Intent = Schema.Struct({
  /** what it is called in the table of wordings; `""` for what is no need: no food at all, or a food as such */
  need: Schema.String,
  /** foods that its wordings name: the wings of a sauce for wings */
  foods: Schema.Array(Schema.String)
})

/** A need whose wordings are known. */
export type Intent = typeof Intent.Type

const Intents = Schema.Struct({
  /** names the wordings that the classifier was trained on */
  source: Schema.String,
  /** words that several wordings have, as they are written */
  words: Schema.Array(Schema.String),
  /** in the order of its classes */
  needs: Schema.NonEmptyArray(Intent)
})

/** The classifier that tells which of the known needs a wording is. */
export const intentFile = classifierFile(Intents)
