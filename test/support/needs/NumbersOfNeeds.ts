import { Schema } from "effect"
import { readFileSync } from "node:fs"

const Bound = Schema.NullOr(Schema.Finite)

/** What somebody meant by the numbers of a need, as far as it can be checked. */
const NumbersMeant = Schema.fromJsonString(
  Schema.Struct({
    id: Schema.NonEmptyString,
    query: Schema.NonEmptyString,
    /** grams, milligrams of sodium, kilocalories; `energy`: per cent of the energy */
    checks: Schema.optionalKey(
      Schema.Array(
        Schema.Struct({
          nutrient: Schema.NonEmptyString,
          per: Schema.Literals(["100g", "serving", "energy"]),
          min: Bound,
          max: Bound
        })
      )
    ),
    superlative: Schema.optionalKey(
      Schema.Struct({
        nutrient: Schema.NonEmptyString,
        order: Schema.Literals(["max", "min"]),
        /** the foods that are put in the order */
        among: Schema.optionalKey(Schema.NonEmptyString)
      })
    ),
    comparison: Schema.optionalKey(
      Schema.Struct({
        food: Schema.NonEmptyString,
        nutrient: Schema.NonEmptyString,
        order: Schema.Literals(["more", "less"]),
        factor: Schema.optionalKey(Schema.Finite)
      })
    ),
    ratio: Schema.optionalKey(
      Schema.Struct({
        nutrient: Schema.NonEmptyString,
        other: Schema.NonEmptyString,
        order: Schema.Literals(["more", "less"]),
        factor: Schema.Finite
      })
    ),
    /** its numbers are of minutes, people, prices: no condition of a food */
    none: Schema.optionalKey(Schema.Literal(true))
  })
)
const decode = Schema.decodeUnknownSync(NumbersMeant)

export type NumbersMeant = typeof NumbersMeant.Type

/** The needs of `numbers.jsonl` that say what their numbers mean. */
export const numbersOfNeeds: ReadonlyArray<NumbersMeant> = readFileSync(
  new URL("numbers.jsonl", import.meta.url),
  "utf8"
)
  .trim()
  .split("\n")
  .map((line) => decode(line))
