import {
  blocksOf,
  type FeatureBlock,
  type Features,
  framedParts,
  signedBuckets
} from "../semantic/classifier/Features.ts"
import type { LinearClassifier } from "../semantic/classifier/LinearClassifier.ts"
import { hasToken } from "../language/TokenRange.ts"
import type { MealToken } from "./MealToken.ts"
import compiled from "./talk-classifier.json" with { type: "json" }
import type { TalkSign } from "./TalkSigns.ts"
import type { Tag } from "./Tags.ts"

/** What a description says: its words, and what they are. */
export interface ReadText {
  readonly tags: ReadonlyArray<Tag>
  readonly words: ReadonlyArray<MealToken>
  readonly signs: ReadonlyArray<TalkSign>
}

/** Other talk is the second of two classes. */
const classCount = 2
const other = 1

const buckets = { words: 4_096, parts: 8_192, signs: 256 } as const
export const featureCount = buckets.words + buckets.parts + buckets.signs
const signsLength = 1.5

/**
 * What a description is told by: all words but foods and units, the letters of those of which nothing is known, and what
 * stands beside what.
 */
export const talkFeatures = ({ signs, tags, words }: ReadText): Features => {
  const named = tags.filter(({ kind }) => kind === "food" || kind === "unit")
  const said = words.filter(({ kind }, i) => kind === "word" && !named.some((tag) => hasToken(tag, i)))
  const unknown = tags.flatMap(({ kind, start }) => (kind === "unknown" ? (words[start] ?? []) : []))
  const kinds = [
    ...signs.map(({ kind }) => `sign ${kind}`),
    ...tags.map(({ kind }) => kind),
    ...tags.slice(1).map(({ kind }, i) => `${tags[i]?.kind} ${kind}`),
    `first ${tags[0]?.kind}`
  ]
  return blocksOf([
    block(
      buckets.words,
      1,
      said.map(({ stem }) => stem)
    ),
    block(
      buckets.parts,
      1,
      unknown.flatMap(({ written }) => [...framedParts(written)])
    ),
    block(buckets.signs, signsLength, kinds)
  ])
}

const block = (size: number, length: number, names: ReadonlyArray<string>): FeatureBlock => ({
  size,
  length,
  values: signedBuckets(names, size)
})

/** Of a classifier of two classes only the difference counts; it is kept in steps of equal size. */
export interface CompiledTalk {
  readonly bias: number
  readonly step: number
  readonly weights: ReadonlyArray<number>
}

const stepsMax = 127

/** A trained classifier in the form in which it is kept. */
export const compileTalk = ({ bias, weights }: LinearClassifier): CompiledTalk => {
  const differences = Array.from(
    { length: weights.length / classCount },
    (_, i) => (weights[classCount * i + other] ?? 0) - (weights[classCount * i] ?? 0)
  )
  const step = differences.reduce((most, each) => Math.max(most, Math.abs(each)), 0) / stepsMax
  return {
    bias: (bias[other] ?? 0) - (bias[0] ?? 0),
    step,
    weights: differences.map((each) => Math.round(each / step))
  }
}

const { bias, step, weights }: CompiledTalk = compiled

/** How probable it is that a description is about something else than a meal, as log odds: 0 is even. */
export const otherTalkOdds = (text: ReadText): number => {
  const { at, values } = talkFeatures(text)
  return values.reduce((odds, value, i) => odds + step * value * (weights[at[i] ?? 0] ?? 0), bias)
}
