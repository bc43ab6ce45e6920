import { isFiledUnder } from "../language/Lexicon.ts"
import { type BroaderParts, reducedToHead } from "./BroaderParts.ts"
import { headOf, partRoles } from "./QueryParts.ts"
import type { ParsedQuery } from "./ParsedQuery.ts"
import { isFindable, type WantedPart } from "./WantedParts.ts"

/** A query that so many products match is not relaxed, and not looked for in categories, other scripts and spellings. */
export const enough = 10

/** So many parts are left out one by one at the most. */
const stepsMax = 4

/** The parts that have to match. */
export type Step = ReadonlyArray<WantedPart>

const isEssential = ({ role }: WantedPart): boolean => role === "essential"

/**
 * What no name shows to be in a food, as gluten: who asks for food without it is never shown any that does not say that
 * it is without.
 */
const isClaimed = ({ negation }: WantedPart): boolean => negation?.isUnseen === true

/** Does it stay whatever else is left out? */
export const stays = (part: WantedPart): boolean => isEssential(part) || isClaimed(part)

/** Everything that some product carries; `null` where no essential part is among it, or no claim that is asked for. */
export const strictestStep = (parts: Step): Step | null => {
  const findable = parts.filter(isFindable)
  const essentials = findable.filter(isEssential)
  if (essentials.length === 0 || !parts.filter(isClaimed).every(isFindable)) return null
  return isDescriptionOnly(parts.filter(isEssential), essentials) ? null : findable
}

/**
 * What has to match instead of the strictest step, step by step. The optional parts go, the least telling first; before a
 * part goes, it is asked for in its broader forms. Then, of several foods, each but the one that the query is about, and
 * all but that one, which is the kind, where the query names both a food and a kind of it. In the end a kind is the food
 * it is a kind of. Essentials never all go.
 */
export const relaxedSteps = (reading: ParsedQuery, parts: Step, broader: BroaderParts): ReadonlyArray<Step> => {
  const findable = strictestStep(parts)
  if (findable === null) return []
  const essentials = findable.filter(isEssential)
  const claimed = findable.filter(isClaimed)
  const head = headOf(reading.parsed, parts.filter(isEssential))
  const headPart = essentials.find(isCode) ?? essentials.find(({ start }) => start === head?.start)
  if (headPart === undefined || !essentials.every(({ isNamed }) => isNamed)) {
    return withoutOptionals(findable, broader, [])
  }
  const kept = narrowest(headPart, essentials)
  const kinds = broader.of(kept)
  const ofFoods = [
    ...withoutOneFood(essentials, kept),
    ...(kept === headPart ? kinds.map((kind) => [kind]) : [[headPart]])
  ]
  return [
    ...withoutOptionals(
      findable,
      broader,
      kinds.map((kind) => [kept, kind])
    ),
    ...ofFoods.map((step) => [...claimed, ...step])
  ]
}

/** The code on a package names one product, whatever else is said of it. */
const isCode = ({ words }: WantedPart): boolean => words.some(({ read }) => read !== null && read.codes.length > 0)

/** Of Oreo cookies it is Oreo that says more: cookies of other kinds were not asked for. */
const narrowest = (head: WantedPart, essentials: Step): WantedPart =>
  essentials.find(({ concept }) => concept !== null && head.concept !== null && isFiledUnder(concept, head.concept)) ??
  head

type Replacement = readonly [part: WantedPart, form: WantedPart]

const replaced = (step: Step, [part, form]: Replacement): Step => step.map((each) => (each === part ? form : each))

/**
 * The optional parts go one after the other. Who asks for cooked basmati rice has more of cooked rice than of raw
 * basmati, so before a preparation goes, the kind of food does.
 */
const withoutOptionals = (findable: Step, broader: BroaderParts, kinds: ReadonlyArray<Replacement>) => {
  const steps: Array<Step> = []
  let left = findable
  for (const group of atMost(findable.filter((part) => !stays(part)).toSorted(byTelling))) {
    const [only, another] = group
    if (only !== undefined && another === undefined) {
      steps.push(...broader.of(only).map((form) => replaced(left, [only, form])))
      if (only.role === "preparation") steps.push(...kinds.map((kind) => replaced(left, kind)))
    }
    left = left.filter((part) => !group.includes(part))
    steps.push(left)
  }
  return steps
}

const byTelling = (a: WantedPart, b: WantedPart): number =>
  partRoles.indexOf(a.role) - partRoles.indexOf(b.role) || b.products - a.products

/** One at a time, the first several together where they are too many. */
const atMost = (optionals: ReadonlyArray<WantedPart>): ReadonlyArray<ReadonlyArray<WantedPart>> => {
  const together = Math.max(0, optionals.length - stepsMax)
  const first = optionals.slice(0, together + 1)
  return first.length === 0 ? [] : [first, ...optionals.slice(together + 1).map((optional) => [optional])]
}

/** Of three foods two, the rarest kept longest, then the one that the query is about. */
const withoutOneFood = (essentials: Step, head: WantedPart): ReadonlyArray<Step> => {
  if (essentials.length === 1) return []
  const others = essentials.filter((part) => part !== head).toSorted((a, b) => b.products - a.products)
  const pairs = others.length < 2 ? [] : others.map((other) => essentials.filter((part) => part !== other))
  return [...pairs.slice(0, stepsMax), [head]]
}

/** What is left to look for where nothing was found: of a food of several words the one that its head names. */
export const lastResort = (reading: ParsedQuery, parts: Step): ReadonlyArray<Step> => {
  const asked = parts.filter(isEssential)
  const head = headOf(reading.parsed, asked)
  const headParts = asked.filter(({ start }) => start === head?.start)
  return parts.some(isClaimed) || isDescriptionOnly(asked, asked.filter(isFindable))
    ? []
    : headParts.flatMap(reducedToHead).map((part) => [part])
}

/** What is left describes a thing that cannot be found: кофейный, of a little table for coffee. */
const isDescriptionOnly = (asked: Step, essentials: Step): boolean =>
  essentials.length < asked.length && essentials.every(({ isModifier }) => isModifier)
