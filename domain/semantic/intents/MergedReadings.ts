import type { FoodMention } from "../FoodWeights.ts"
import type { NeedReading } from "../NeedReader.ts"
import { isConcept } from "../QueryWeights.ts"
import { addAll, type Weights } from "../Weights.ts"
import { isKindOfOne } from "./FoodsOfNeeds.ts"

/** From here on down a weight is against something altogether, as for vegans. */
const exclusion = -0.8

/** What a need leaves out stays left out, whatever else it is taken for. */
const exclusionsOf = (weights: Weights): Weights =>
  new Map([...weights].filter(([name, weight]) => weight <= exclusion || name.startsWith("a:")))

/** Does the reading ask for all of that? */
export const isPartOf = (part: Weights, { implied, said }: NeedReading): boolean =>
  [...part.keys()].every((name) => implied.has(name) || said.has(name))

/** The food stays, and the need chooses among its kinds. */
export const beside = (reading: NeedReading, known: NeedReading, asked: ReadonlyArray<FoodMention>): NeedReading => {
  const implied = [...known.implied, ...known.said].filter(([name]) => !isConcept(name) || isKindOfOne(name, asked))
  return { ...reading, implied: new Map([...implied, ...reading.implied]) }
}

/** The known need in place of what the grammar read; limits and what is ruled out stay. */
export const insteadOf = (reading: NeedReading, known: NeedReading): NeedReading => ({
  ...reading,
  foods: [...known.foods, ...negatedFoods(reading, known)],
  related: known.related,
  said: isPartOf(reading.said, known) ? known.said : new Map([...known.said, ...reading.said]),
  implied: new Map([...known.implied, ...exclusionsOf(reading.implied)]),
  constraints: new Set([...known.constraints, ...reading.constraints]),
  tokens: known.tokens,
  wordWeights: known.wordWeights
})

/** Where the grammar read every word, what it read is part of what is asked for: magnesium, before bed. */
const saidShare = 0.5

export const together = (reading: NeedReading, known: NeedReading): NeedReading => {
  const implied = new Map(known.implied)
  addAll(implied, reading.implied, saidShare)
  return { ...known, implied }
}

/** They stand behind the words of the need. */
const negatedFoods = ({ foods }: NeedReading, { tokens: { length } }: NeedReading): ReadonlyArray<FoodMention> =>
  foods.filter(({ negated }) => negated).map((food) => ({ ...food, start: length, end: length }))
