import { UndecodableText } from "../validation/ValidationItem.ts"

/** A value of the request target: text, or what could not be read as text. */
export type TargetValue = string | UndecodableText

/** Percent-decoding as strict as UTF-8 is: a lone `%`, an overlong form or half a surrogate pair is not text. */
const decode = (raw: string): TargetValue => {
  if (!raw.includes("%")) return raw
  try {
    return decodeURIComponent(raw)
  } catch {
    return new UndecodableText(raw)
  }
}

const spaced = (raw: string): string => (raw.includes("+") ? raw.replaceAll("+", " ") : raw)

/** The part of a request target before the query. */
export const pathOf = (target: string): string => {
  const end = target.search(/[?#]/u)
  return end === -1 ? target : target.slice(0, end)
}

/**
 * A path for the router to match: escapes are escaped once more, so that a path parameter arrives as it was sent and
 * a broken escape is a validation error of its parameter, not an unknown path. `;` would end the router's path.
 */
export const routablePath = (path: string): string =>
  path.replaceAll(/[%;]/gu, (char) => (char === "%" ? "%25" : "%3B"))

/** A path parameter as the router hands it over for a `routablePath`. */
export const decodePathParameter = (raw: string): TargetValue => decode(raw)

const nameEnd = (pair: string): number => {
  const separator = pair.indexOf("=")
  return separator === -1 ? pair.length : separator
}

/** The name of a pair of the query, `name=value`. */
export const parameterName = (pair: string): TargetValue => decode(spaced(pair.slice(0, nameEnd(pair))))

/**
 * The query of a request target: `+` is a space, the last of a repeated key wins, a key that cannot be decoded names
 * no parameter and is left out.
 */
export const decodeQuery = (target: string): Record<string, TargetValue> => {
  const values: Record<string, TargetValue> = {}
  const start = target.indexOf("?")
  if (start === -1) return values
  const end = target.indexOf("#", start)
  for (const pair of target.slice(start + 1, end === -1 ? undefined : end).split("&")) {
    if (pair === "") continue
    const name = parameterName(pair)
    // the one name that would not become a field
    if (typeof name === "string" && name !== "__proto__") values[name] = decode(spaced(pair.slice(nameEnd(pair) + 1)))
  }
  return values
}
