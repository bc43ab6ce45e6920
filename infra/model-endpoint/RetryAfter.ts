const msMax = 3_600_000

/**
 * How many milliseconds an endpoint wants to be left alone, from its headers: `retry-after` in seconds or as a date
 * (RFC 9110, 10.2.3), within an hour; `null` where it does not say.
 */
export const retryAfterMs = (headers: Headers | undefined, nowMs: number): number | null => {
  const text = headers?.get("retry-after")?.trim() ?? ""
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs
  return Number.isNaN(ms) ? null : Math.min(msMax, Math.max(0, ms))
}
