/**
 * Fits the confidence of analyses to texts whose energy is known, and writes `domain/meal/confidence.json`:
 * `node bin/node.mjs quality/confidence/fit.ts`. Nothing in it is random. To be run when reading, records or weights
 * have changed; it prints how often answers of each confidence are right.
 */
import { Effect, Schema } from "effect"
import { writeFileSync } from "node:fs"
import { ConfidenceModel, isAbsurd, mayBeHigh, probabilityOf } from "../../domain/meal/Confidence.ts"
import { doubtNames, type Doubts, doubtsOf, type MealEvidence } from "../../domain/meal/Doubts.ts"
import { energyOf } from "../../domain/meal/MealComponent.ts"
import { bundledPaths, readCatalogue } from "../Catalogue.ts"
import { byParser } from "../Engine.ts"
import { readMeals } from "../Meals.ts"
import { ownFile } from "../Suites.ts"
import { readDevelopmentTexts } from "./DevelopmentTexts.ts"
import { fitLogistic } from "./LogisticFit.ts"

/** Our own exam was written with the rules in view, so its answers are surer than those to other people's texts. */
const examWeight = 0.2
const ridge = 1
const folds = 10
/** What `high` promises of all of its answers, and `medium` of each. */
const highPrecisionMin = 0.95
const mediumMin = 0.8
/** A threshold that fewer texts pass is chance. */
const keptMin = 0.5

interface Answer {
  readonly lot: string
  readonly evidence: MealEvidence
  readonly doubts: Doubts
  readonly isRight: boolean
  readonly weight: number
}

const isWithin = ({ components }: MealEvidence, energy: readonly [number, number] | null): boolean => {
  const kcal = components.reduce((sum, component) => sum + energyOf(component), 0)
  return energy !== null && energy[0] <= kcal && kcal <= energy[1]
}

const answers = Effect.gen(function* () {
  const exam = (yield* readMeals(ownFile("meals"))).map(({ energy, lang, text }) => ({
    lot: "exam",
    lang,
    text,
    energy: energy ?? null
  }))
  const products = yield* readCatalogue(bundledPaths)
  const found = yield* byParser(products, [...readDevelopmentTexts(), ...exam])
  return found
    .filter(({ analysis }) => analysis.components.length > 0)
    .map(({ analysis, asked: { energy, lot } }): Answer => ({
      lot,
      evidence: analysis,
      doubts: doubtsOf(analysis),
      isRight: isWithin(analysis, energy),
      weight: lot === "exam" ? examWeight : 1
    }))
})

type Weights = Pick<ConfidenceModel, "certainty" | "weights">
const decodeModel = Schema.decodeUnknownSync(ConfidenceModel)

const rounded = (value: number) => Number(value.toFixed(3))

const fitted = (examples: ReadonlyArray<Answer>): Weights => {
  const { coefficients, intercept } = fitLogistic(
    examples.map(({ doubts, isRight, weight }) => ({
      doubts: doubtNames.map((name) => doubts[name]),
      isRight,
      weight
    })),
    ridge
  )
  const weights = Object.fromEntries(doubtNames.map((name, j) => [name, rounded(coefficients[j] ?? 0)]))
  return decodeModel({ certainty: rounded(intercept), weights, highMin: 1, mediumMin: 1 })
}

interface Held {
  readonly answer: Answer
  /** by a fit that has not seen the answer */
  readonly probability: number
}

const heldOut = (all: ReadonlyArray<Answer>): ReadonlyArray<Held> =>
  Array.from({ length: folds }, (_, fold) => {
    const model = fitted(all.filter((_, i) => i % folds !== fold))
    return all
      .filter((_, i) => i % folds === fold)
      .map((answer) => ({ answer, probability: probabilityOf(model, answer.doubts) }))
  }).flat()

/** Our own exam counts for little here, too. */
const precisionOf = (some: ReadonlyArray<Held>): number => {
  const weightOf = (held: ReadonlyArray<Held>) => held.reduce((sum, { answer }) => sum + answer.weight, 0)
  return some.length === 0 ? 0 : weightOf(some.filter(({ answer }) => answer.isRight)) / weightOf(some)
}

/** The lowest probability from which on so many are right as is promised, else the one that comes nearest to it. */
const thresholdFor = (candidates: ReadonlyArray<Held>): number => {
  const steps = Array.from({ length: 200 }, (_, i) => (i + 1) / 200)
    .map((min) => ({ min, passed: candidates.filter(({ probability }) => probability >= min) }))
    .filter(({ passed }) => passed.length >= candidates.length * keptMin)
    .map(({ min, passed }) => ({ min, precision: precisionOf(passed) }))
  const kept = steps.find(({ precision }) => precision >= highPrecisionMin)
  if (kept !== undefined) return kept.min
  console.log("NO THRESHOLD KEEPS WHAT high PROMISES")
  return steps.reduce((best, step) => (step.precision > best.precision ? step : best)).min
}

const line = (name: string, some: ReadonlyArray<Held>) =>
  console.log(`${name.padEnd(22)} ${String(some.length).padStart(4)} ${precisionOf(some).toFixed(3)}`)

const all = await Effect.runPromise(answers)
const held = heldOut(all)
const eaten = held.filter(({ answer }) => !isAbsurd(answer.evidence))
const mayBe = ({ answer }: Held) => mayBeHigh(answer.evidence, answer.doubts)
const highMin = thresholdFor(eaten.filter(mayBe))
const isHigh = (one: Held) => one.probability >= highMin && mayBe(one)
const model = { ...fitted(all), highMin, mediumMin }
writeFileSync(new URL("../../domain/meal/confidence.json", import.meta.url), `${JSON.stringify(model, null, 2)}\n`)

console.log(model)
console.log("predicted by folds that did not see the text, and how many were right")
for (let decile = 0; decile < 10; decile++) {
  line(
    `${decile / 10} to ${(decile + 1) / 10}`,
    eaten.filter(
      ({ answer, probability }) => answer.lot !== "exam" && Math.min(9, Math.floor(probability * 10)) === decile
    )
  )
}
for (const lot of new Set(all.map((answer) => answer.lot))) {
  const ofLot = held.filter(({ answer }) => answer.lot === lot)
  const isLow = (one: Held) => isAbsurd(one.answer.evidence) || (!isHigh(one) && one.probability < mediumMin)
  line(`${lot} high`, ofLot.filter(isHigh))
  line(
    `${lot} medium`,
    ofLot.filter((one) => !isHigh(one) && !isLow(one))
  )
  line(`${lot} low`, ofLot.filter(isLow))
}
