import { Schema } from "effect"
import { tokenize } from "../../domain/language/Tokenizer.ts"

const letters = /^\p{L}{2,}$/u

/**
 * The words that names of foods are made of, by their stems: a line for each first letter, both in the order of the
 * alphabet. Numbers and codes are none.
 */
export const foodWords = (names: Iterable<string>): ReadonlyArray<string> => {
  const stems = new Set<string>()
  for (const name of names)
    for (const { isNumber, stem } of tokenize(name)) if (!isNumber && letters.test(stem)) stems.add(stem)
  const byInitial = Map.groupBy([...stems].toSorted(), (stem) => stem.slice(0, 1))
  return [...byInitial.values()].map((words) => words.join(" "))
}

const Names = Schema.Record(Schema.String, Schema.Array(Schema.String))
const decodeRecord = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      description: Schema.optionalKey(Schema.String),
      householdNames: Schema.optionalKey(Names),
      names: Schema.optionalKey(Names)
    })
  )
)

/** The names of records, one JSON object a line: FoodData Central's and households', or our own. */
export const namesOfRecords = (lines: string): ReadonlyArray<string> =>
  lines
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const { description = "", householdNames = {}, names = {} } = decodeRecord(line)
      return [description, ...Object.values(householdNames).flat(), ...Object.values(names).flat()]
    })

/** The names of the compiled lexicon: `id|under|` and a column for each language. */
export const namesOfLexicon = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.flatMap((line) => line.split("|").slice(2).flatMap((column) => column.split(",")))
