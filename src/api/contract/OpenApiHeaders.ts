import { barcodeEndpoint, productEndpoint, searchEndpoint } from "./Api.ts"
import { Audit } from "./AuditContract.ts"
import { Auth, logInEndpoint, logOutEndpoint } from "./AuthContract.ts"
import { linkHeaderLengthMax, relaxedHeaderLengthMax } from "./Responses.ts"

const integer = (minimum: number, maximum: number) => ({ type: "integer", minimum, maximum })

const requestIdHeader = {
  "X-Request-Id": {
    description: "Names this request in the service's log.",
    schema: { type: "string", maxLength: 64, pattern: "^[0-9A-Za-z-]+$" }
  },
  "Access-Control-Allow-Origin": {
    description: "Any page may call the service; no credentials of the browser are used.",
    schema: { type: "string", enum: ["*"] }
  }
}

const quotaHeaders = {
  "X-RateLimit-Limit": {
    description: "Requests a day; -1 is unlimited. Sent to every valid key.",
    schema: integer(-1, 2_147_483_647)
  },
  "X-RateLimit-Remaining": {
    description: "Requests left until midnight UTC; -1 is unlimited. Sent to every valid key.",
    schema: integer(-1, 2_147_483_647)
  },
  "X-Plan": {
    description: "Plan of the key. Sent to every valid key.",
    schema: { type: "string", enum: ["sandbox", "developer", "starter", "growth", "business"] }
  }
}

const retryAfter = {
  "Retry-After": { description: "Seconds to wait.", schema: integer(1, 86_400) }
}

const challengeOf = (operationId: string) => ({
  "WWW-Authenticate": {
    description: "How to authenticate.",
    schema: { type: "string", enum: [operationId === logInEndpoint.identifier ? "Session" : "Bearer"] }
  }
})

const relaxedHeader = {
  "X-Search-Relaxed": {
    description:
      "Words of q that the results do without, percent-encoded UTF-8, separated by commas; the first of them, where they are too long. Absent when none was left out.",
    schema: {
      type: "string",
      maxLength: relaxedHeaderLengthMax,
      pattern: "^[^ ]+$",
      examples: ["100g,%D1%81%D0%BC%D0%B5%D1%82%D0%B0%D0%BD%D0%BE%D0%B9"]
    }
  }
}

const linkHeader = {
  Link: {
    description:
      "References to the next page, the one before and the first (RFC 8288), with all parameters of the request. No `next` on the last page, and none beyond the largest offset.",
    schema: {
      type: "string",
      maxLength: linkHeaderLengthMax,
      pattern: "^<[^ <>]+>; rel=",
      examples: ['</v1/search?q=milk&offset=10>; rel="next"']
    }
  }
}

/** Operations whose answer a client may ask for again by `If-None-Match`. */
export const revalidated: ReadonlySet<string> = new Set([barcodeEndpoint.identifier, productEndpoint.identifier])

const tagHeader = {
  ETag: {
    description: "Strong entity tag of the answer as this plan and these parameters see it, for `If-None-Match`.",
    schema: { type: "string", maxLength: 64, pattern: '^"[!#-~]*"$' }
  }
}

/** Operations that no key is asked of. */
export const keyless: ReadonlySet<string> = new Set(Object.keys(Auth.endpoints))

const cookieHeader = {
  "Set-Cookie": {
    description: "The cookie of the session: `__Host-fooddata_session` over TLS, `fooddata_session` without.",
    schema: { type: "string", maxLength: 200, pattern: "^[ -~]+$" }
  }
}
const settingCookies: ReadonlySet<string> = new Set([logInEndpoint.identifier, logOutEndpoint.identifier])

const besideRows = "Of NDJSON and CSV, which have it nowhere else."
const auditHeaders = {
  "X-Audit-Next": {
    description: `Where the next page starts. ${besideRows}`,
    schema: { type: "string", maxLength: 40, pattern: "^[0-9:]+$" }
  },
  "X-Audit-Population": {
    description: `What there is before the filter. ${besideRows}`,
    schema: integer(0, Number.MAX_SAFE_INTEGER)
  },
  "X-Audit-Scanned": {
    description: `Events that were looked at. ${besideRows}`,
    schema: integer(0, Number.MAX_SAFE_INTEGER)
  },
  "X-Audit-Tree-Size": {
    description: `Leaves of the audit tree. ${besideRows}`,
    schema: integer(0, Number.MAX_SAFE_INTEGER)
  },
  "X-Audit-Tree-Root": {
    description: `Its root hash, base64. ${besideRows}`,
    schema: { type: "string", maxLength: 64, pattern: "^[0-9A-Za-z+/=]+$" }
  }
}
const auditing: ReadonlySet<string> = new Set(Object.keys(Audit.endpoints))

/** The headers of an operation's responses with a status. */
export const headersOf = (operationId: string, status: string) => ({
  ...requestIdHeader,
  ...(auditing.has(operationId) && status === "200" ? auditHeaders : {}),
  ...(revalidated.has(operationId) && (status === "200" || status === "304") ? tagHeader : {}),
  ...(operationId === searchEndpoint.identifier && status === "200" ? { ...relaxedHeader, ...linkHeader } : {}),
  ...(keyless.has(operationId) ? {} : quotaHeaders),
  ...(settingCookies.has(operationId) && status === "204" ? cookieHeader : {}),
  ...(status === "401" ? challengeOf(operationId) : {}),
  ...(status === "429" || status === "503" ? retryAfter : {})
})
