import { fnv1a } from "../../Fnv1a.ts"
import { hasToken, type TokenRange } from "../../language/TokenRange.ts"
import type { Token } from "../../language/Tokenizer.ts"
import { blocksOf, type Features, framedParts, signedBuckets } from "./Features.ts"

/** A food or an ingredient that a sentence names. People rule out allergens more often, and want dishes. */
export interface Mention extends TokenRange {
  readonly kind: "allergen" | "food" | "dish"
}

/** A sentence with all foods and ingredients that it names. */
export interface SentenceOfFoods {
  readonly tokens: ReadonlyArray<Token>
  readonly mentions: ReadonlyArray<Mention>
}

/** The lengths of the blocks, fitted on sentences of authors who were left out of the training. */
const length = { vector: 1, phrases: 1.5, parts: 1, place: 1.2 } as const

const phraseBuckets = 8_192
const partBuckets = 4_096
const placeBuckets = 64

/** How many features there are beside a vector of so many dimensions. */
export const mentionFeatureCount = (dimensions: number): number =>
  dimensions + phraseBuckets + partBuckets + placeBuckets

const itself = "□"
const another = "■"
const boundary = ","
const number = "0"

/** The words, with a sign for each food, so that what is said of one food holds for all. */
const signsOf = ({ mentions, tokens }: SentenceOfFoods, mention: Mention): ReadonlyArray<string> =>
  tokens.flatMap(({ isNumber, startsClause, written }, i) => {
    const comma = startsClause ? [boundary] : []
    const food = hasToken(mention, i) ? mention : mentions.find((range) => hasToken(range, i))
    if (food === undefined) return [...comma, isNumber ? number : written]
    return i === food.start ? [...comma, food === mention ? itself : another] : []
  })

const phraseWordsMax = 3
/** Words at most so far from the food are told by their distance, too. */
const near = 4

/** Phrases of one to three words, with the side of the food that they stand on. */
const phrasesOf = function* (signs: ReadonlyArray<string>): Generator<string> {
  const at = signs.indexOf(itself)
  for (let start = 0; start < signs.length; start++)
    for (let end = start + 1; end <= Math.min(signs.length, start + phraseWordsMax); end++) {
      const phrase = signs.slice(start, end).join(" ")
      if (phrase === itself) continue
      yield phrase
      if (start <= at && at < end) yield `=${phrase}`
      else {
        const side = end <= at ? "<" : ">"
        const distance = end <= at ? at - end : start - at - 1
        yield side + phrase
        if (distance < near) yield `${side}${distance}${phrase}`
      }
    }
}

const partsOf = function* (signs: ReadonlyArray<string>): Generator<string> {
  const at = signs.indexOf(itself)
  for (const [i, sign] of signs.entries())
    if (sign !== itself && sign !== another)
      for (const part of framedParts(sign)) {
        yield part
        yield (i < at ? "<" : ">") + part
      }
}

/** What the food is, and where it stands among the others. */
const placesOf = function* ({ mentions, tokens }: SentenceOfFoods, mention: Mention): Generator<string> {
  const at = mentions.indexOf(mention)
  const others = mentions.filter((each) => each !== mention)
  yield mention.kind
  yield `${mention.kind} ${others.some(({ kind }) => kind === "dish")}`
  yield `${mention.kind} ${others.some(({ kind }) => kind === "allergen")}`
  yield `${mention.kind} ${at === 0} ${at === mentions.length - 1}`
  yield `${mention.start === 0} ${mention.end === tokens.length}`
}

/** What one food of a sentence is told by: the vector of the sentence, and the words around the food. */
export const mentionFeatures = (sentence: SentenceOfFoods, mention: Mention, vector: Float32Array): Features => {
  const signs = signsOf(sentence, mention)
  return blocksOf([
    { size: vector.length, length: length.vector, values: [...vector.entries()] },
    { size: phraseBuckets, length: length.phrases, values: signedBuckets(phrasesOf(signs), phraseBuckets) },
    { size: partBuckets, length: length.parts, values: signedBuckets(partsOf(signs), partBuckets) },
    {
      size: placeBuckets,
      length: length.place,
      values: [...new Set([...placesOf(sentence, mention)].map((name) => fnv1a(name) % placeBuckets))].map(
        (at) => [at, 1] as const
      )
    }
  ])
}
