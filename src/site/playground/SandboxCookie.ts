import { isWellFormedKey } from "../../../domain/key/KeyToken.ts"
import { isSameText } from "../../api/request/SameText.ts"

type Sign = (text: string) => string

/** With the prefix a browser takes it only over TLS, for this host and every path. It refuses the name over plain HTTP. */
export const sandboxCookieName = (isEncrypted: boolean): string => (isEncrypted ? "__Host-sandbox" : "sandbox")

/** Signed for what it is for: a signature of another text under the same secret is none of a sandbox cookie. */
const signature = (sign: Sign, key: string): string => sign(`sandbox cookie ${key}`)

export const sandboxCookie = (sign: Sign, key: string): string => `${key}.${signature(sign, key)}`

/** The key of the cookie, if it is one that this service made for the sandbox; `null` for anything else. */
export const keyOfCookie = (sign: Sign, cookie: string | undefined): string | null => {
  const [key = "", stated = ""] = cookie?.split(".") ?? []
  return isWellFormedKey(key) && isSameText(signature(sign, key), stated) ? key : null
}
