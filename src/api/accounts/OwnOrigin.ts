import type { Headers } from "effect/http"

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

/**
 * May the request have been made by a page of ours, or by a program? Browsers say with every POST where it was made
 * (`Origin`, `Sec-Fetch-Site`), and let no page say otherwise; programs say nothing. `publicUrl`: where the service is
 * reached, where a proxy changes the `Host` header.
 */
export const isOwnOrigin = (headers: Headers.Headers, publicUrl: string | null): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  const { host, origin } = headers
  if (origin === undefined) return true
  const asked = hostOf(origin)
  return asked !== null && (asked === host?.toLowerCase() || asked === hostOf(publicUrl ?? ""))
}
