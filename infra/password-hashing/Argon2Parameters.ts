/**
 * Argon2id as OWASP's cheat sheet on password storage asks for at least: 19 MiB, 2 passes, 1 lane. Changing one of them
 * changes every hash: those of before must be tried with theirs.
 */
export const memoryKib = 19_456
export const passes = 2
export const lanes = 1
export const hashBytes = 32

/** One password to hash, as plain data: it goes to a thread. */
export interface Argon2Input {
  readonly password: string
  readonly salt: Uint8Array
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "")

/** https://github.com/P-H-C/phc-string-format */
export const phcString = (salt: Uint8Array, hash: Uint8Array): string =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${base64(salt)}$${base64(hash)}`
