import type { Readable } from "node:stream"

/** What stands in place of a message that is longer than the service takes. */
export const tooLong = Symbol("too long")

/**
 * The lines of a stream of UTF-8 without their ends, each a message of the protocol; empty ones are left out. Of a line
 * above `lengthMax` characters no more than that is kept.
 */
export async function* messageLines(input: Readable, lengthMax: number): AsyncGenerator<string | typeof tooLong> {
  let held = ""
  let isTooLong = false
  for await (const chunk of input.setEncoding("utf8")) {
    const [first = "", ...others] = String(chunk).split("\n")
    const parts = [held + first, ...others]
    held = parts.pop() ?? ""
    for (const part of parts) {
      if (isTooLong || part.length > lengthMax) yield tooLong
      else if (part.trim() !== "") yield part
      isTooLong = false
    }
    if (held.length > lengthMax) {
      held = ""
      isTooLong = true
    }
  }
  if (isTooLong) yield tooLong
  else if (held.trim() !== "") yield held
}
