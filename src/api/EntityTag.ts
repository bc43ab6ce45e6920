import { createHash } from "node:crypto"

/** 132 bits: two contents do not meet in it by chance. */
const digestLength = 22

/** The strong entity tag of a content: another content has another one. */
export const entityTag = (content: string | Uint8Array): string =>
  `"${createHash("sha256").update(content).digest("base64url").slice(0, digestLength)}"`

/**
 * Does `If-None-Match` name this tag, or any by `*`? Weak comparison: `W/` says nothing here. (RFC 9110, sections 8.8.3.2 and
 * 13.1.2.) What is no tag in the list names nothing.
 */
export const namesTag = (condition: string, tag: string): boolean =>
  condition.trim() === "*" || [...condition.matchAll(/"[\x21\x23-\x7e\x80-\xff]*"/gu)].some(([named]) => named === tag)
