import type { Offence } from "./ValidationItem.ts"

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const quote = (literal: unknown): string => (typeof literal === "string" ? `'${literal}'` : String(literal))

const orJoin = (alternatives: ReadonlyArray<string>): string =>
  alternatives.length <= 1
    ? alternatives.join("")
    : `${alternatives.slice(0, -1).join(", ")} or ${alternatives.slice(-1).join("")}`

export const missing: Offence = { type: "missing", msg: "Field required" }

export const extraForbidden: Offence = { type: "extra_forbidden", msg: "Extra inputs are not permitted" }

export const jsonInvalid: Offence = { type: "json_invalid", msg: "JSON decode error" }

export const stringType: Offence = { type: "string_type", msg: "Input should be a valid string" }

export const stringUnicode: Offence = {
  type: "string_unicode",
  msg: "Input should be a valid string, unable to parse raw data as a unicode string"
}

export const stringTooShort = (minLength: number): Offence => ({
  type: "string_too_short",
  msg: `String should have at least ${plural(minLength, "character")}`
})

export const stringTooLong = (maxLength: number): Offence => ({
  type: "string_too_long",
  msg: `String should have at most ${plural(maxLength, "character")}`
})

export const stringPatternMismatch = (pattern: string): Offence => ({
  type: "string_pattern_mismatch",
  msg: `String should match pattern '${pattern}'`
})

export const intType: Offence = { type: "int_type", msg: "Input should be a valid integer" }

export const intParsing: Offence = {
  type: "int_parsing",
  msg: "Input should be a valid integer, unable to parse string as an integer"
}

export const intFromFloat: Offence = {
  type: "int_from_float",
  msg: "Input should be a valid integer, got a number with a fractional part"
}

export const floatType: Offence = { type: "float_type", msg: "Input should be a valid number" }

export const boolType: Offence = { type: "bool_type", msg: "Input should be a valid boolean" }

export const boolParsing: Offence = {
  type: "bool_parsing",
  msg: "Input should be a valid boolean, unable to interpret input"
}

export const greaterThan = (minimum: number): Offence => ({
  type: "greater_than",
  msg: `Input should be greater than ${minimum}`
})

export const greaterThanEqual = (minimum: number): Offence => ({
  type: "greater_than_equal",
  msg: `Input should be greater than or equal to ${minimum}`
})

export const lessThanEqual = (maximum: number): Offence => ({
  type: "less_than_equal",
  msg: `Input should be less than or equal to ${maximum}`
})

export const listType: Offence = { type: "list_type", msg: "Input should be a valid list" }

export const tooShort = (minLength: number, length: number): Offence => ({
  type: "too_short",
  msg: `List should have at least ${plural(minLength, "item")} after validation, not ${length}`
})

export const tooLong = (maxLength: number, length: number): Offence => ({
  type: "too_long",
  msg: `List should have at most ${plural(maxLength, "item")} after validation, not ${length}`
})

export const literalError = (alternatives: ReadonlyArray<unknown>): Offence => ({
  type: "literal_error",
  msg: `Input should be ${orJoin(alternatives.map(quote))}`
})

export const modelAttributesType: Offence = {
  type: "model_attributes_type",
  msg: "Input should be a valid dictionary or object to extract fields from"
}

export const valueError = (reason: string): Offence => ({ type: "value_error", msg: `Value error, ${reason}` })
