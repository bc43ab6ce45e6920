import { Logger, Predicate, References } from "effect"

type Line = Logger.Options<unknown>

/** A request as one line: `GET /v1/search 200 3 ms fdb_S3mmvb`; `undefined` for a line that tells something else. */
export const requestLine = ({ fiber, message }: Line): string | undefined => {
  if ((Array.isArray(message) ? message[0] : message) !== "request") return undefined
  const { durationMs, keyPrefix, method, omitted, route, status } = fiber.getRef(References.CurrentLogAnnotations)
  if (!Predicate.isNumber(durationMs)) return undefined
  const took = durationMs < 10 ? durationMs.toFixed(1) : durationMs.toFixed(0)
  const caller = Predicate.isString(keyPrefix) ? ` ${keyPrefix}` : ""
  const others = Predicate.isNumber(omitted) ? ` (and ${omitted} more before it)` : ""
  return `${String(method)} ${String(route)} ${String(status)} ${took} ms${caller}${others}`
}

/** For people at a terminal: a line for each request, and all else in colours. */
export const terminalLines = (write: (text: string) => void): Logger.Logger<unknown, void> => {
  const pretty = Logger.consolePretty()
  return Logger.make((line) => {
    const request = requestLine(line)
    if (request === undefined) pretty.log(line)
    else write(`${request}\n`)
  })
}
