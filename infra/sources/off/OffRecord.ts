import { Predicate } from "effect"

/** A product as a dump holds it: fields of the JSON object, or of the header of an export. */
export type OffRecord = Readonly<Record<string, unknown>>

export const isOffRecord = (value: unknown): value is OffRecord => Predicate.isObject(value) && !Array.isArray(value)

/** A list field: an array in JSON, text with commas in exports and in the older fields of JSON. */
export const list = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") {
    if (value === "") return []
    return value.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]))
  }
  return Array.isArray(value) ? value.filter(Predicate.isString) : []
}
