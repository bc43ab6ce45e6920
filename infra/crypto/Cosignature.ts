import { verify } from "node:crypto"
import { type NoteVerifier, partsOfNote, readVerifier, signatureBy } from "./SignedNote.ts"

/*
 * Cosignatures v1 (C2SP tlog-cosignature): behind the hash of the key stand eight bytes of time, seconds since the epoch, the
 * higher byte first, and an Ed25519 signature over both the time and the text of the checkpoint.
 */

const algorithm = 4
const timeBytes = 8
const signatureBytes = 64
/** The last second of which there is a date. */
const latestSecond = 8_640_000_000_000n

/** The public key of a witness, `name+hash+base64`; `undefined`: it is none, or not one for cosignatures with Ed25519. */
export const readCosigner = (text: string): NoteVerifier | undefined => readVerifier(text, algorithm)

/** A checkpoint was the largest that a witness had seen of a log. */
export interface Cosignature {
  /** the signature line, without a line feed */
  readonly line: string
  /** seconds since the epoch, by the clock of the witness */
  readonly time: number
}

/** The cosignature in a line; `undefined`: it is not by this witness, `false`: it says it is, and does not hold. */
export const cosignatureIn = (cosigner: NoteVerifier, text: string, line: string): Cosignature | undefined | false => {
  const bytes = signatureBy(cosigner, line)
  if (bytes === undefined) return undefined
  if (bytes.length !== timeBytes + signatureBytes) return false
  const time = bytes.readBigUInt64BE(0)
  if (time > latestSecond) return false
  const signed = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`)
  return verify(null, signed, cosigner.publicKey, bytes.subarray(timeBytes)) && { line, time: Number(time) }
}

/** The cosignature of a witness that a note has; `undefined`: none, `false`: one that does not hold. */
export const cosignatureOf = (cosigner: NoteVerifier, note: string): Cosignature | undefined | false => {
  const parts = partsOfNote(note)
  const found = (parts?.lines ?? []).map((line) => cosignatureIn(cosigner, parts?.text ?? "", line))
  return found.find((each) => each !== undefined && each !== false) ?? (found.includes(false) ? false : undefined)
}
