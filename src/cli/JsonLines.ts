import { Effect, Logger, References, type Scope } from "effect"
import { setImmediate } from "node:timers"

type Line = Logger.Options<unknown>

const plainTypes: ReadonlySet<string> = new Set(["string", "number", "boolean", "undefined"])

/** Is it written the same by `JSON.stringify` alone: nothing to redact, no cycle, no getter? */
const isPlain = (value: unknown): boolean => value === null || plainTypes.has(typeof value)

/** Lines of the access log are plain, and there is one for each request; nothing is looked for that they cannot hold. */
const formatPlain = ({ cause, date, fiber, logLevel, message }: Line): string | undefined => {
  const [text, ...more] = Array.isArray(message) ? message : [message]
  const annotations = fiber.getRef(References.CurrentLogAnnotations)
  const hasMore = more.length > 0 || cause.reasons.length > 0 || fiber.getRef(References.CurrentLogSpans).length > 0
  if (hasMore || typeof text !== "string") return undefined
  for (const name in annotations) if (!isPlain(annotations[name])) return undefined
  return JSON.stringify({
    message: text,
    level: logLevel.toUpperCase(),
    timestamp: date.toISOString(),
    annotations,
    spans: {},
    fiberId: `#${fiber.id}`
  })
}

/** A line of JSON as `Logger.formatJson` writes it. */
export const formatLine = (line: Line): string => formatPlain(line) ?? Logger.formatJson.log(line)

/**
 * Writes lines of JSON, those of one turn of the event loop together: a busy service makes a fraction of the system calls.
 * An error is written at once, with all before it; what is left is written when the process ends.
 */
export const jsonLines = (
  write: (text: string) => void
): Effect.Effect<Logger.Logger<unknown, void>, never, Scope.Scope> =>
  Effect.gen(function* () {
    let waiting = ""
    let isOpen = true
    const flush = (): void => {
      const text = waiting
      waiting = ""
      if (text !== "") write(text)
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => process.on("exit", flush)),
      () =>
        Effect.sync(() => {
          isOpen = false
          process.off("exit", flush)
          flush()
        })
    )
    return Logger.make((line) => {
      if (waiting === "") setImmediate(flush)
      waiting += `${formatLine(line)}\n`
      if (!isOpen || line.logLevel === "Error" || line.logLevel === "Fatal") flush()
    })
  })
