import { isEnergyOdd, isUnitAssumed, type MealEvidence, repeatedIn } from "./Doubts.ts"
import type { MealComponent } from "./MealComponent.ts"

export const reasonCodes = [
  "amount_absurd",
  "amount_unusual",
  "meal_large",
  "number_unexplained",
  "unit_assumed",
  "energy_differs",
  "not_recognised",
  "form_not_found",
  "match_loose",
  "food_repeated",
  "word_unread",
  "amount_assumed",
  "amount_estimated"
] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** Why an answer is not surer, for programs and for people. */
export interface Reason {
  readonly code: ReasonCode
  /** in English, one sentence */
  readonly text: string
}

/** Longer lists end with how many more there are. */
const namedMax = 5
const nameLengthMax = 60

const listed = (names: ReadonlyArray<string>): string => {
  const shown = [...new Set(names)]
  const more = shown.length - namedMax
  return shown.slice(0, namedMax).map(quoted).join(", ") + (more > 0 ? ` and ${more} more` : "")
}

const quoted = (name: string): string => {
  const points = [...name]
  return points.length <= nameLengthMax ? `"${name}"` : `"${points.slice(0, nameLengthMax - 1).join("")}…"`
}

/** What speaks against an answer, the gravest first. */
export const reasonsOf = (evidence: MealEvidence, isLarge: boolean): ReadonlyArray<Reason> => {
  const { components, unexplained, unread, unresolved } = evidence
  const textsOf = (isTrue: (component: MealComponent) => boolean) =>
    components.filter(isTrue).map(({ item }) => item.text)
  const dropped = components.flatMap((component) => component.dropped)
  const found: ReadonlyArray<readonly [ReasonCode, ReadonlyArray<string>, (names: string) => string]> = [
    [
      "amount_absurd",
      textsOf(({ plausibility }) => plausibility === "absurd"),
      (names) => `Nobody eats so much of ${names}.`
    ],
    [
      "amount_unusual",
      textsOf(({ plausibility }) => plausibility === "unusual"),
      (names) => `Few people eat so much of ${names}, or so little.`
    ],
    ["meal_large", isLarge ? ["meal"] : [], () => "One person seldom eats so much at one meal."],
    ["number_unexplained", unexplained, (names) => `It is not clear what these numbers say: ${names}.`],
    [
      "unit_assumed",
      evidence.reader === "caller" ? [] : textsOf(isUnitAssumed),
      (names) => `A number without a unit was taken for grams: ${names}.`
    ],
    ["energy_differs", textsOf(isEnergyOdd), (names) => `The stated energy is far from that of the record: ${names}.`],
    [
      "not_recognised",
      unresolved.map(({ text }) => text),
      (names) => `Not counted, since no record was found: ${names}.`
    ],
    ["form_not_found", dropped, (names) => `No record has what was said: ${names}.`],
    [
      "match_loose",
      textsOf(({ match }) => match === "loose"),
      (names) => `Only a similar food was found for ${names}.`
    ],
    [
      "food_repeated",
      repeatedIn(evidence).map(({ item }) => item.text),
      (names) => `May be the food before it, told again: ${names}.`
    ],
    ["word_unread", unread, (names) => `Words that were not understood: ${names}.`],
    [
      "amount_assumed",
      textsOf(({ weight }) => weight.source === "default"),
      (names) => `No amount is stated, so a usual one was taken: ${names}.`
    ],
    [
      "amount_estimated",
      textsOf(({ weight }) => weight.source === "portion"),
      (names) => `Weighed by a usual piece or measure: ${names}.`
    ]
  ]
  return found.flatMap(([code, names, inWords]) => (names.length === 0 ? [] : [{ code, text: inWords(listed(names)) }]))
}
