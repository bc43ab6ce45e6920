import { Option, Predicate } from "effect"
import { UndecodableText } from "../validation/ValidationItem.ts"

/** Deeper than anything that is asked for; what is deeper could exhaust the stack of whoever walks through it. */
const depthMax = 64

const quote = 34
const backslash = 92
const bracket = 91
const bracketEnd = 93
const brace = 123
const braceEnd = 125

/** Looks at brackets outside of texts only; whether they match is for the parser to say. */
const isTooDeep = (text: string): boolean => {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isText) {
      if (code === backslash) at++
      else if (code === quote) isText = false
    } else if (code === quote) isText = true
    else if (code === bracket || code === brace) {
      if (++depth > depthMax) return true
    } else if (code === bracketEnd || code === braceEnd) depth--
  }
  return false
}

const halfPair = /\\ud[89a-f]/iu

const wellFormed = (_: string, value: unknown): unknown => {
  if (Predicate.isString(value)) return value.isWellFormed() ? value : new UndecodableText(value.toWellFormed())
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name.toWellFormed(), field]))
}

/**
 * A JSON document that others sent, `none` when it is no JSON or nested more than 64 deep. A text with half a surrogate
 * pair, which JSON can write and Unicode does not know, becomes an `UndecodableText`; in a name the half is replaced.
 */
export const parseJson = (text: string): Option.Option<unknown> => {
  if (isTooDeep(text)) return Option.none()
  try {
    return Option.some(halfPair.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text))
  } catch {
    return Option.none()
  }
}
