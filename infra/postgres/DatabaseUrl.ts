import { Redacted } from "effect"

/** How the connection is protected, in the words of `libpq`: not at all; encrypted; encrypted, with the server verified. */
export const sslModes = ["disable", "require", "verify-full"] as const
export type SslMode = (typeof sslModes)[number]

export interface DatabaseUrl {
  /** without parameters, as the driver takes it */
  readonly url: Redacted.Redacted
  readonly sslMode: SslMode
}

const isSslMode = (text: string): text is SslMode => sslModes.some((mode) => mode === text)

/**
 * Reads `postgres://user:password@host:port/database?sslmode=…`; without `sslmode` the connection is not encrypted. A text
 * says what is wrong with the URL: another parameter is refused, because the driver would pass it over.
 */
export const readDatabaseUrl = (text: Redacted.Redacted): DatabaseUrl | string => {
  const value = Redacted.value(text)
  if (!URL.canParse(value)) return "it is no URL"
  const url = new URL(value)
  if (url.protocol !== "postgres:" && url.protocol !== "postgresql:") return "it does not begin with postgres://"
  for (const name of url.searchParams.keys()) {
    if (name !== "sslmode") return `the parameter ${name} is not known; sslmode=verify-full asks for TLS`
  }
  const [sslMode = "disable", ...others] = url.searchParams.getAll("sslmode")
  if (others.length > 0 || !isSslMode(sslMode)) return `sslmode is one of ${sslModes.join(", ")}`
  url.search = ""
  return { url: Redacted.make(url.href), sslMode }
}
