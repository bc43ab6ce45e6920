import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { Language } from "../../domain/language/Language.ts"

const Kilocalories = Schema.FiniteFromString.check(Schema.isBetween({ minimum: 0, maximum: 20_000 }))

/** A text, and the energies that are right for it; without them nothing was eaten. */
const DevelopmentText = Schema.Struct({
  lot: Schema.NonEmptyString,
  lang: Language,
  energy: Schema.NullOr(Schema.Tuple([Kilocalories, Kilocalories])),
  text: Schema.NonEmptyString
})
export type DevelopmentText = typeof DevelopmentText.Type

const decode = Schema.decodeUnknownSync(DevelopmentText)

/** The texts of `development.tsv`. Throws where a line is not as its head says. */
export const readDevelopmentTexts = (): ReadonlyArray<DevelopmentText> => {
  const [, ...lines] = readFileSync(new URL("development.tsv", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
  return lines.map((line) => {
    const [lot, lang, low, high, text] = line.split("\t")
    return decode({ lot, lang, energy: low === "" && high === "" ? null : [low, high], text })
  })
}
