import { phrasesOf, readRow } from "../../domain/language/Knowledge.ts"
import { stemByRules } from "../../domain/language/Stemming.ts"
import { tokenize } from "../../domain/language/Tokenizer.ts"
import { mealFoods } from "../../domain/meal/FoodTable.ts"
import type { Knowledge } from "./Compile.ts"

/** `id|under` */
const conceptAttributes = 2

type Phrases = Pick<Knowledge, "concepts" | "tables">

/** All phrases that a process reads before it answers. */
const phrasesIn = ({ concepts, tables }: Phrases): ReadonlyArray<string> => [
  ...concepts.flatMap((line) => phrasesOf(readRow(line, conceptAttributes))),
  ...Object.values(tables).flatMap(({ attributes, rows }) =>
    rows.flatMap((row) => phrasesOf(readRow(row, attributes.length)))
  ),
  ...[...mealFoods().values()].flatMap(({ names }) => names)
]

/** What `domain/language/stems.json` holds: `stem word word …` of all words of the vocabularies, by the rules of their languages. */
export const compileStems = (knowledge: Phrases): ReadonlyArray<string> => {
  const words = new Set(
    phrasesIn(knowledge).flatMap((phrase) =>
      tokenize(phrase).flatMap(({ isNumber, written }) => (isNumber ? [] : [written]))
    )
  )
  return [...Map.groupBy([...words].sort(), stemByRules)].map(([stem, forms]) => [stem, ...forms].join(" "))
}
