import { Predicate, type SchemaAST } from "effect"
import * as Offences from "./Offences.ts"
import type { Offence } from "./ValidationItem.ts"

const numberIn = (payload: unknown, key: string): number => {
  const value = Predicate.hasProperty(payload, key) ? payload[key] : undefined
  return Predicate.isNumber(value) ? value : Number.NaN
}

const patternIn = (payload: unknown): string => {
  const source = Predicate.hasProperty(payload, "source") ? payload.source : undefined
  return Predicate.isString(source) ? source : ""
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** What to say of a value that breaks a constraint; `value` is the decoded one, which says on which side of a range. */
export const constraintOffence = (filter: SchemaAST.Filter<unknown>, value: unknown): Offence => {
  const payload: unknown = filter.annotations?.representation?.payload
  switch (filter.annotations?.representation?.id) {
    case "effect/schema/isMinCodePoints":
      return Offences.stringTooShort(numberIn(payload, "minCodePoints"))
    case "effect/schema/isMaxCodePoints":
      return Offences.stringTooLong(numberIn(payload, "maxCodePoints"))
    case "effect/schema/isPattern":
      return Offences.stringPatternMismatch(patternIn(payload))
    case "effect/schema/isMinLength":
      return Offences.tooShort(numberIn(payload, "minLength"), lengthOf(value))
    case "effect/schema/isMaxLength":
      return Offences.tooLong(numberIn(payload, "maxLength"), lengthOf(value))
    case "effect/schema/isGreaterThan":
      return Offences.greaterThan(numberIn(payload, "exclusiveMinimum"))
    case "effect/schema/isLessThanOrEqualTo":
      return Offences.lessThanEqual(numberIn(payload, "maximum"))
    case "effect/schema/isInt":
      return Offences.intFromFloat
    case "effect/schema/isBetween": {
      const minimum = numberIn(payload, "minimum")
      return Predicate.isNumber(value) && value < minimum
        ? Offences.greaterThanEqual(minimum)
        : Offences.lessThanEqual(numberIn(payload, "maximum"))
    }
    default:
      return Offences.valueError(filter.annotations?.message ?? "invalid input")
  }
}
