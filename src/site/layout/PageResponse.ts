import { Effect } from "effect"
import { type Cookies, HttpServerResponse } from "effect/http"
import { html as htmlType } from "../../api/FixedDocument.ts"
import { languageCookie, type PageRequest } from "../request/PageRequest.ts"
import { type Html, rendered } from "./Html.ts"

/** Nothing from elsewhere but the pictures of products, and nothing inline. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'"
].join("; ")

const pageHeaders = {
  "content-security-policy": contentSecurityPolicy,
  // not `no-referrer`: with it browsers send `Origin: null` with a form, and nothing could be told from that
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  vary: "Accept, Accept-Language, Cookie"
}

const yearSeconds = 31_536_000

export interface PageAnswer {
  readonly status: number
  readonly page: Html
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: ReadonlyArray<PageCookie>
}

export interface PageCookie {
  readonly name: string
  readonly value: string
  readonly options: Cookies.Cookie["options"]
}

/** The page with the headers that every page has. It is made for its visitor: nobody between keeps it. */
export const pageResponse = (request: PageRequest, { cookies: set = [], headers, page, status }: PageAnswer) =>
  Effect.map(rendered(page), (text) => {
    const plain = HttpServerResponse.text(text, {
      status,
      contentType: htmlType,
      headers: { "cache-control": "private, no-cache", ...pageHeaders, ...headers }
    })
    const response = set.reduce(
      (each, { name, options, value }) => HttpServerResponse.setCookieUnsafe(each, name, value, options),
      plain
    )
    const { cookies, isEncrypted, isLanguageChosen, speech } = request
    if (!isLanguageChosen || cookies[languageCookie] === speech.language) return response
    return HttpServerResponse.setCookieUnsafe(response, languageCookie, speech.language, {
      path: "/",
      sameSite: "lax",
      httpOnly: true,
      secure: isEncrypted,
      maxAge: `${yearSeconds} seconds`
    })
  })
