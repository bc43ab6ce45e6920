import { rowsOf } from "../../language/Knowledge.ts"
import { remembering } from "../../Remembering.ts"
import { type NeedReading, readText } from "../NeedReader.ts"
import { constraintWeights } from "../NutrientConstraints.ts"
import { isConcept } from "../QueryWeights.ts"
import { put, readWeights, type Weights } from "../Weights.ts"

interface Answers {
  /** what of the need the grammar reads */
  readonly words: string
  readonly facets: Weights
}

/** The last of the foods counts so much of its weight. */
const lastShare = 0.6

/** Best first: the later a food stands, the less it counts. */
const inOrder = (facets: Weights): Weights => {
  const foods = [...facets.keys()].filter(isConcept)
  return new Map(
    [...facets].map(([name, weight]) => {
      const at = foods.indexOf(name)
      return [name, at === -1 || weight < 0 ? weight : weight * (1 - ((1 - lastShare) * at) / foods.length)]
    })
  )
}

const readAnswers = (): ReadonlyMap<string, Answers> =>
  new Map(
    rowsOf("need-answers").map(({ attributes: [need = "", words = "", facets = ""] }) => [
      need,
      { words, facets: inOrder(constraintWeights(readWeights(facets))) }
    ])
  )

// a program that answers no questions need not wait for them
let known: ReadonlyMap<string, Answers> | null = null
const answersByNeed = (): ReadonlyMap<string, Answers> => (known ??= readAnswers())

const answered = (reading: NeedReading, facets: Weights): NeedReading => {
  const implied = new Map(reading.implied)
  for (const [name, weight] of facets) put(implied, name, weight)
  return { ...reading, implied }
}

const needsMax = 1_000

/** A known need, as if it had been said, with the foods that answer it. Remembered, as there are few. */
export const readNeed = remembering(needsMax, (need): NeedReading => {
  const answers = answersByNeed().get(need)
  return answers === undefined ? readText(need, "query") : answered(readText(answers.words, "query"), answers.facets)
})

/** What the grammar reads in the name of a need, and in words of somebody: what both ask for tells needs apart. */
const facetsOfName = remembering(needsMax, (need): Weights => askedFor(readText(need, "query")))

const askedFor = ({ implied, said }: NeedReading): Weights => new Map([...implied, ...said])

/** How much of what was read the need asks for, too, from 0 to 1; 1 where nothing was read. */
export const agreement = (reading: NeedReading, need: string): number => {
  const known = facetsOfName(need)
  let common = 0
  let all = 0
  for (const [name, weight] of askedFor(reading)) {
    const other = known.get(name) ?? 0
    all += Math.abs(weight)
    if (other * weight > 0) common += Math.min(Math.abs(weight), Math.abs(other))
  }
  return all === 0 ? 1 : common / all
}

/** From here on a weight is for something or against it. */
const decided = 0.3

/** Is the need against something that was stated, or for something that was ruled out: low potassium, where lots were asked for? */
export const contradicts = ({ stated }: NeedReading, need: string): boolean => {
  const known = facetsOfName(need)
  return [...stated].some(([name, weight]) => {
    const other = known.get(name) ?? 0
    return weight * other < 0 && Math.min(Math.abs(weight), Math.abs(other)) >= decided
  })
}

/** What a reading asks for, and what it is against, as one text; empty where that is nothing. */
const keyOf = (reading: NeedReading): string => {
  const foods = reading.foods.filter(({ negated }) => !negated).map(({ concept }) => concept)
  const facets = [...askedFor(reading)].map(([name, weight]) => `${weight < 0 ? "-" : ""}${name}`)
  return [...foods, ...facets].toSorted().join(" ")
}

const makeAnswersByWords = (): ReadonlyMap<string, Weights> =>
  new Map(
    [...answersByNeed().values()].flatMap(({ facets, words }) => {
      const key = keyOf(readText(words, "query"))
      return key === "" ? [] : [[key, facets] as const]
    })
  )
let answersByWords: ReadonlyMap<string, Weights> | null = null

/** The same with the foods that answer it, when the grammar read just what a known need says. */
export const withAnswers = (reading: NeedReading): NeedReading => {
  answersByWords ??= makeAnswersByWords()
  const facets = answersByWords.get(keyOf(reading))
  return facets === undefined ? reading : answered(reading, facets)
}
