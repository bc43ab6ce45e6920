import { Schema } from "effect"
import { KeyDigest } from "../../../domain/key/KeyEvent.ts"
import { isSameText } from "../../api/request/SameText.ts"

type Sign = (text: string) => string

/** With the prefix a browser takes it only over TLS, for this host and every path. It refuses the name over plain HTTP. */
export const auditCookieName = (isEncrypted: boolean): string => (isEncrypted ? "__Host-audit" : "audit")

/** A working day. */
export const auditCookieLifeMs = 8 * 3_600_000

/** The digest of the key that opened the pages, and until when, ms since the epoch. */
export interface AuditVisit {
  readonly digest: KeyDigest
  readonly until: number
}

/** Signed for what it is for: a signature of another text under the same secret is none of this cookie. */
const signature = (sign: Sign, { digest, until }: AuditVisit): string => sign(`audit cookie ${digest} ${until}`)

/** It holds the digest, from which nobody finds the key; a key that was rotated has another one. */
export const auditCookie = (sign: Sign, visit: AuditVisit): string =>
  `${visit.digest}.${visit.until}.${signature(sign, visit)}`

const isDigest = Schema.is(KeyDigest)

/** What the cookie says, if this service wrote it; `null` for anything else. */
export const readAuditCookie = (sign: Sign, cookie: string | undefined): AuditVisit | null => {
  const [digest = "", until = "", stated = ""] = cookie?.split(".") ?? []
  if (!isDigest(digest) || !/^\d{13}$/.test(until)) return null
  const visit = { digest, until: Number(until) }
  return isSameText(signature(sign, visit), stated) ? visit : null
}
