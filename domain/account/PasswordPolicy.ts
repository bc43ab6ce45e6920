import { Schema } from "effect"
import { retyped } from "../language/KeyboardLayout.ts"
import { foldPassword } from "./FoldPassword.ts"
import { passwordLengthMax, passwordLengthMin } from "./PasswordLength.ts"
import refusedPasswords from "./refused-passwords.json" with { type: "json" }

/**
 * Why a password is refused. `short`, `long`: it has fewer than 8 or more than 256 code points · `common`: it is among the
 * first that an attacker tries · `context`: little is left of it without the e-mail address and the name of the service.
 */
export const PasswordFault = Schema.Literals(["short", "long", "common", "context"])
export type PasswordFault = typeof PasswordFault.Type

/** The name of the service, as people put it into passwords. */
const serviceWords = ["fooddata", "food", "data"]

/** So many code points must be left of a password without the words of its context. */
const restLengthMin = 5

/** Parts of an address that are shorter stand in many words by chance. */
const contextWordLengthMin = 4

const refused: ReadonlySet<string> = new Set(refusedPasswords)

/**
 * The password as it is counted and hashed: in NFC, because keyboards and systems write one letter as one code point or as
 * two. Nothing else is changed: no character is trimmed, cut or folded.
 */
export const normalPassword = (password: string): string => password.normalize("NFC")

/**
 * What is wrong with a new password of this address, or nothing. 8 to 256 code points, no rule about kinds of characters
 * (NIST SP 800-63B-4, section 3.1.1.2); refused are the commonest, typed with any of three keyboard layouts, and words of
 * the context.
 */
export const passwordFault = (password: string, email: string): PasswordFault | null => {
  const normal = normalPassword(password)
  const length = [...normal].length
  if (length < passwordLengthMin) return "short"
  if (length > passwordLengthMax) return "long"
  const readings = [normal, ...retyped(normal)].map(foldPassword)
  if (readings.some((reading) => refused.has(reading))) return "common"
  const words = contextWords(email)
  return readings.some((reading) => [...without(reading, words)].length < restLengthMin) ? "context" : null
}

/** The longest first, or a short one would cut a long one in two. */
const contextWords = (email: string): ReadonlyArray<string> => {
  const folded = foldPassword(email)
  const parts = [folded, ...folded.split("@"), ...folded.split(/[^\p{L}\p{N}]+/u)]
  const words = [...parts.filter((part) => part.length >= contextWordLengthMin), ...serviceWords]
  return [...new Set(words)].toSorted((a, b) => b.length - a.length)
}

const without = (text: string, words: ReadonlyArray<string>): string =>
  words.reduce((rest, word) => rest.replaceAll(word, ""), text)
