import type { Headers } from "effect/http"

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

/** Does `Sec-Fetch-Site` say that a page of ours, or nobody's, leads here? Where it says nothing, it is taken to. */
export const isOwnSite = (headers: Headers.Headers): boolean => {
  const site = headers["sec-fetch-site"]
  return site === undefined || site === "same-origin" || site === "none"
}

/**
 * May the request have been made by a page of ours, or by a program? Browsers say with every POST where it was made
 * (`Origin`, `Sec-Fetch-Site`), and let no page say otherwise; programs say nothing. `publicUrl`: where the service is
 * reached, where a proxy changes the `Host` header.
 */
export const isOwnOrigin = (headers: Headers.Headers, publicUrl: string | null): boolean => {
  if (!isOwnSite(headers)) return false
  const { host, origin } = headers
  if (origin === undefined) return true
  const asked = hostOf(origin)
  return asked !== null && (asked === host?.toLowerCase() || asked === hostOf(publicUrl ?? ""))
}
