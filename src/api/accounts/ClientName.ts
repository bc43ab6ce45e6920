import type { Headers } from "effect/http"

/** What the program of a caller calls itself, without anything that a terminal or a page would obey. */
export const clientOf = (headers: Headers.Headers): string =>
  (headers["user-agent"] ?? "").replaceAll(/[^\x20-\x7e]/g, "")
