import { UndecodableText } from "../validation/ValidationItem.ts"

/** A value of the request target: text, or what could not be read as text. */
export type TargetValue = string | UndecodableText

const nonAscii = /[\u0080-\uffff]/u
const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * Many clients send UTF-8 bytes in the target without percent-encoding them; `node:http` shows them as Latin-1.
 * Returns them percent-encoded, so that both spellings are one and are decoded in one way.
 */
const percentEncoded = (text: string): string =>
  nonAscii.test(text)
    ? text.replaceAll(/[\u0080-\u00ff]/gu, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    : text

const decode = (raw: string): TargetValue => {
  const text = percentEncoded(raw)
  if (!text.includes("%")) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return new UndecodableText(readable(raw))
  }
}

/** How an error shows a value that does not decode: as it was sent, as far as it is text. */
const readable = (raw: string): string => {
  if (!nonAscii.test(raw)) return raw
  try {
    return utf8.decode(Buffer.from(raw, "latin1"))
  } catch {
    return percentEncoded(raw)
  }
}

/** The part of a request target before the query. */
export const pathOf = (target: string): string => {
  const end = target.search(/[?#]/u)
  return end === -1 ? target : target.slice(0, end)
}

/**
 * A path for the router to match: escapes are escaped once more, so that a path parameter arrives as it was sent and
 * a broken escape is a validation error of its parameter, not an unknown path.
 */
export const routablePath = (path: string): string =>
  percentEncoded(path).replaceAll(/[%;]/gu, (char) => (char === "%" ? "%25" : "%3B"))

/** A path parameter as the router hands it over for a `routablePath`. */
export const decodePathParameter = (raw: string): TargetValue => decode(raw)

/**
 * The query of a request target, decoded strictly: `+` is a space, the last of a repeated key wins, a key that cannot
 * be decoded names no parameter and is left out.
 */
export const decodeQuery = (target: string): Record<string, TargetValue> => {
  const values: Record<string, TargetValue> = {}
  const start = target.indexOf("?")
  if (start === -1) return values
  const end = target.indexOf("#", start)
  for (const pair of target.slice(start + 1, end === -1 ? undefined : end).split("&")) {
    if (pair === "") continue
    const separator = pair.indexOf("=")
    const name = decode((separator === -1 ? pair : pair.slice(0, separator)).replaceAll("+", " "))
    if (typeof name !== "string") continue
    const raw = separator === -1 ? "" : pair.slice(separator + 1)
    values[name] = decodePlus(raw)
  }
  return values
}

const decodePlus = (raw: string): TargetValue => decode(raw.includes("+") ? raw.replaceAll("+", " ") : raw)
