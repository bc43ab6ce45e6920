import type { HttpServerRequest } from "effect/http"
import { isLanguage } from "../../../domain/language/Languages.ts"
import type { Page } from "../../api/PagePaths.ts"
import type { ExchangeState } from "../../api/Exchange.ts"
import type { HttpSettings } from "../../api/HttpOptions.ts"
import { acceptedLanguage } from "../../api/request/AcceptHeader.ts"
import { decodeQuery, pathOf, type TargetValue } from "../../api/request/RequestTarget.ts"
import { type Speech, speech } from "../texts/Speech.ts"

export const languageCookie = "lang"

/** What a page is made from. */
export interface PageRequest {
  readonly speech: Speech
  /** Does the path name the language? If so the cookie keeps it. */
  readonly isLanguageChosen: boolean
  /** which page it is; `null`: an error page, which is none of them */
  readonly page: Page | null
  readonly query: Readonly<Record<string, TargetValue>>
  /** the query as it was sent, with its `?`, or nothing */
  readonly search: string
  /** scheme, host and port by which the visitor knows the service */
  readonly origin: string
  readonly isEncrypted: boolean
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly request: HttpServerRequest.HttpServerRequest
  readonly exchange: ExchangeState
}

type Deployment = Pick<HttpSettings, "publicUrl" | "tls" | "trustedProxies">

/** Only a proxy that is trusted is believed that it speaks TLS. */
const isEncrypted = (
  request: HttpServerRequest.HttpServerRequest,
  { publicUrl, tls, trustedProxies }: Deployment
): boolean =>
  tls !== null ||
  publicUrl?.startsWith("https:") === true ||
  (trustedProxies !== null && request.headers["x-forwarded-proto"] === "https")

export const pageRequest = (
  request: HttpServerRequest.HttpServerRequest,
  exchange: ExchangeState,
  page: Page | null,
  deployment: Deployment
): PageRequest => {
  const { target } = exchange
  const path = pathOf(target)
  const named = path.split("/")[1]
  const kept = request.cookies[languageCookie]
  const asked = isLanguage(kept) ? kept : acceptedLanguage(request.headers["accept-language"])
  const encrypted = isEncrypted(request, deployment)
  return {
    speech: speech[isLanguage(named) ? named : asked],
    isLanguageChosen: isLanguage(named),
    page,
    query: decodeQuery(target),
    search: target.slice(path.length).split("#")[0] ?? "",
    origin: deployment.publicUrl ?? `${encrypted ? "https" : "http"}://${request.headers["host"] ?? "localhost"}`,
    isEncrypted: encrypted,
    cookies: request.cookies,
    request,
    exchange
  }
}

/** The value of a parameter, where it is one that can be read as text. */
export const parameter = ({ query }: PageRequest, name: string): string | undefined => {
  const value = query[name]
  return typeof value === "string" ? value : undefined
}
