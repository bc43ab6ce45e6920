import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto"

/*
 * Signed notes with Ed25519 (C2SP signed-note): the text, an empty line, and a line for each signature, "— name base64", of
 * which the first four bytes name the key.
 */

const noteAlgorithm = 1
/** What stands before the 32 bytes of a key in PKCS #8 and in SPKI. */
const privatePrefix = Buffer.from("302e020100300506032b657004220420", "hex")
const publicPrefix = Buffer.from("302a300506032b6570032100", "hex")
const keyBytes = 32

export interface NoteVerifier {
  readonly name: string
  /** what its signatures are over, as a key's hash has it: 1 the text of a note, 4 a cosignature */
  readonly algorithm: number
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

const keyHashOf = (name: string, algorithm: number, key: Uint8Array): string =>
  hash("sha256", Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([algorithm]), key]), "hex").slice(0, 8)

const verifierOf = (name: string, algorithm: number, key: Buffer): NoteVerifier => {
  const keyHash = keyHashOf(name, algorithm, key)
  return {
    name,
    algorithm,
    keyHash,
    publicKey: createPublicKey({ key: Buffer.concat([publicPrefix, key]), format: "der", type: "spki" }),
    text: `${name}+${keyHash}+${Buffer.concat([Buffer.from([algorithm]), key]).toString("base64")}`
  }
}

/** The name and the 32 bytes of `name+hash+base64`. */
const partsOf = (
  text: string,
  algorithm: number
): readonly [name: string, keyHash: string, key: Buffer] | undefined => {
  const [name = "", keyHash = "", ...rest] = text.trim().split("+")
  const bytes = Buffer.from(rest.join("+"), "base64")
  if (!isName(name) || bytes[0] !== algorithm || bytes.length !== keyBytes + 1) return undefined
  return [name, keyHash, bytes.subarray(1)]
}

/** `undefined`: the text is no key of a verifier, or not for this algorithm. */
export const readVerifier = (text: string, algorithm = noteAlgorithm): NoteVerifier | undefined => {
  const parts = partsOf(text, algorithm)
  if (parts === undefined) return undefined
  const verifier = verifierOf(parts[0], algorithm, parts[2])
  return verifier.keyHash === parts[1] ? verifier : undefined
}

/** The signer with this secret of 32 bytes; `undefined` where the name has spaces or a plus sign. */
export const makeSigner = (name: string, seed: Uint8Array): NoteSigner | undefined => {
  if (!isName(name)) return undefined
  const der = Buffer.concat([privatePrefix, seed])
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" })
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" })
  return { ...verifierOf(name, noteAlgorithm, spki.subarray(publicPrefix.length)), privateKey, seed }
}

const secretPrefix = "PRIVATE+KEY+"

/** The signer's secret as one line, as other tools write it. */
export const signerText = ({ keyHash, name, seed }: NoteSigner): string =>
  `${secretPrefix}${name}+${keyHash}+${Buffer.concat([Buffer.from([noteAlgorithm]), seed]).toString("base64")}`

export const readSigner = (text: string): NoteSigner | undefined => {
  const parts = text.startsWith(secretPrefix) ? partsOf(text.slice(secretPrefix.length), noteAlgorithm) : undefined
  const signer = parts === undefined ? undefined : makeSigner(parts[0], parts[2])
  return signer?.keyHash === parts?.[1] ? signer : undefined
}

/** The note: `text`, which ends with a line feed, and the signature. */
export const signNote = ({ keyHash, name, privateKey }: NoteSigner, text: string): string => {
  const signature = Buffer.concat([Buffer.from(keyHash, "hex"), sign(null, Buffer.from(text), privateKey)])
  return `${text}\n— ${name} ${signature.toString("base64")}\n`
}

/** A note in its two parts. */
export interface NoteParts {
  /** ends with a line feed */
  readonly text: string
  /** of signatures, without line feeds */
  readonly lines: ReadonlyArray<string>
}

/** `undefined`: there is no empty line before signatures. */
export const partsOfNote = (note: string): NoteParts | undefined => {
  const end = note.lastIndexOf("\n\n")
  if (end < 0) return undefined
  return {
    text: note.slice(0, end + 1),
    lines: note
      .slice(end + 2)
      .split("\n")
      .filter((line) => line !== "")
  }
}

export const noteOf = ({ lines, text }: NoteParts): string => `${text}\n${lines.map((line) => `${line}\n`).join("")}`

/** The name that a signature line says it is by; nothing is checked. */
export const signerNameOf = (line: string): string | undefined => /^— (\S+) \S+$/u.exec(line)?.[1]

const bytesOfLine = (line: string): Buffer => Buffer.from(line.slice(line.lastIndexOf(" ") + 1), "base64")

/** The name and the hash of the key that a signature line says it is by: what two signatures by one key have in common. */
export const signerOfLine = (line: string): string =>
  `${signerNameOf(line) ?? ""} ${bytesOfLine(line).subarray(0, 4).toString("hex")}`

/** What a line says behind the hash of this key; `undefined`: it is not by this key. */
export const signatureBy = ({ keyHash, name }: NoteVerifier, line: string): Buffer | undefined =>
  signerOfLine(line) === `${name} ${keyHash}` ? bytesOfLine(line).subarray(4) : undefined

/** The text of a note that the verifier's key has signed, among others maybe; `undefined` where it has not. */
export const openNote = (verifier: NoteVerifier, note: string): string | undefined => {
  const parts = partsOfNote(note)
  if (parts === undefined) return undefined
  const { lines, text } = parts
  const isSigned = lines.some((line) => {
    const signature = signatureBy(verifier, line)
    return signature !== undefined && verify(null, Buffer.from(text), verifier.publicKey, signature)
  })
  return isSigned ? text : undefined
}

/** The note with the signatures of the name in its first line alone: what the log itself signed, without cosignatures. */
export const ownNote = (note: string): string => {
  const parts = partsOfNote(note)
  if (parts === undefined) return note
  const [origin] = parts.text.split("\n")
  return noteOf({ text: parts.text, lines: parts.lines.filter((line) => signerNameOf(line) === origin) })
}
