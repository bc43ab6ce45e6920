import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto"

/*
 * Signed notes with Ed25519 (C2SP signed-note): the text, an empty line, and a line for each signature, "— name base64", of
 * which the first four bytes name the key.
 */

const algorithm = 1
/** What stands before the 32 bytes of a key in PKCS #8 and in SPKI. */
const privatePrefix = Buffer.from("302e020100300506032b657004220420", "hex")
const publicPrefix = Buffer.from("302a300506032b6570032100", "hex")
const keyBytes = 32

export interface NoteVerifier {
  readonly name: string
  /** hex of four bytes */
  readonly keyHash: string
  readonly publicKey: KeyObject
  /** `name+hash+base64`, as verifiers of others take it */
  readonly text: string
}

export interface NoteSigner extends NoteVerifier {
  readonly privateKey: KeyObject
  /** the secret of the key, 32 bytes */
  readonly seed: Uint8Array
}

const isName = (name: string): boolean => /^[^\s+]{1,255}$/u.test(name)

const keyHashOf = (name: string, key: Uint8Array): string =>
  hash("sha256", Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([algorithm]), key]), "hex").slice(0, 8)

const verifierOf = (name: string, key: Buffer): NoteVerifier => ({
  name,
  keyHash: keyHashOf(name, key),
  publicKey: createPublicKey({ key: Buffer.concat([publicPrefix, key]), format: "der", type: "spki" }),
  text: `${name}+${keyHashOf(name, key)}+${Buffer.concat([Buffer.from([algorithm]), key]).toString("base64")}`
})

/** The name and the 32 bytes of `name+hash+base64`. */
const partsOf = (text: string): readonly [name: string, keyHash: string, key: Buffer] | undefined => {
  const [name = "", keyHash = "", ...rest] = text.trim().split("+")
  const bytes = Buffer.from(rest.join("+"), "base64")
  if (!isName(name) || bytes[0] !== algorithm || bytes.length !== keyBytes + 1) return undefined
  return [name, keyHash, bytes.subarray(1)]
}

/** `undefined`: the text is no key of a verifier, or not of this kind. */
export const readVerifier = (text: string): NoteVerifier | undefined => {
  const parts = partsOf(text)
  if (parts === undefined) return undefined
  const verifier = verifierOf(parts[0], parts[2])
  return verifier.keyHash === parts[1] ? verifier : undefined
}

/** The signer with this secret of 32 bytes; `undefined` where the name has spaces or a plus sign. */
export const makeSigner = (name: string, seed: Uint8Array): NoteSigner | undefined => {
  if (!isName(name)) return undefined
  const der = Buffer.concat([privatePrefix, seed])
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" })
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" })
  return { ...verifierOf(name, spki.subarray(publicPrefix.length)), privateKey, seed }
}

const secretPrefix = "PRIVATE+KEY+"

/** The signer's secret as one line, as other tools write it. */
export const signerText = ({ keyHash, name, seed }: NoteSigner): string =>
  `${secretPrefix}${name}+${keyHash}+${Buffer.concat([Buffer.from([algorithm]), seed]).toString("base64")}`

export const readSigner = (text: string): NoteSigner | undefined => {
  const parts = text.startsWith(secretPrefix) ? partsOf(text.slice(secretPrefix.length)) : undefined
  const signer = parts === undefined ? undefined : makeSigner(parts[0], parts[2])
  return signer?.keyHash === parts?.[1] ? signer : undefined
}

/** The note: `text`, which ends with a line feed, and the signature. */
export const signNote = ({ keyHash, name, privateKey }: NoteSigner, text: string): string => {
  const signature = Buffer.concat([Buffer.from(keyHash, "hex"), sign(null, Buffer.from(text), privateKey)])
  return `${text}\n— ${name} ${signature.toString("base64")}\n`
}

/** The text of a note that the verifier's key has signed, among others maybe; `undefined` where it has not. */
export const openNote = ({ keyHash, name, publicKey }: NoteVerifier, note: string): string | undefined => {
  const end = note.lastIndexOf("\n\n")
  if (end < 0) return undefined
  const text = note.slice(0, end + 1)
  const isSigned = note
    .slice(end + 2)
    .split("\n")
    .some((line) => {
      const [dash, signer, base64 = ""] = line.split(" ")
      const bytes = Buffer.from(base64, "base64")
      return (
        dash === "—" &&
        signer === name &&
        bytes.subarray(0, 4).toString("hex") === keyHash &&
        verify(null, Buffer.from(text), publicKey, bytes.subarray(4))
      )
    })
  return isSigned ? text : undefined
}
