const defaultSeconds = 5
const secondsMax = 3_600

/**
 * How long the endpoint wants to be left alone, from its headers: `retry-after` in seconds or as a date
 * (RFC 9110, 10.2.3), within an hour; 5 s where it does not say.
 */
export const retryAfterSeconds = (headers: Headers | undefined, nowMs: number): number => {
  const text = headers?.get("retry-after")?.trim()
  if (text === undefined || text === "") return defaultSeconds
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1_000
  return Number.isNaN(seconds) ? defaultSeconds : Math.min(secondsMax, Math.max(1, Math.ceil(seconds)))
}
