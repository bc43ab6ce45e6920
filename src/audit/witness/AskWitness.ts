import { Effect, Option, Schema } from "effect"
import { consistencyRanges } from "../../../domain/audit/MerkleTree.ts"
import { addCheckpoint, type WitnessAnswer } from "../../../infra/audit/AddCheckpoint.ts"
import { parseCheckpoint } from "../../../infra/audit/Checkpoint.ts"
import { Cosigned, type WitnessState } from "../../../infra/audit/Cosigned.ts"
import type { TreeFolder } from "../../../infra/audit/TreeFolder.ts"
import type { Witness } from "../../../infra/audit/WitnessPolicy.ts"
import { type Cosignature, cosignatureIn } from "../../../infra/crypto/Cosignature.ts"
import { ownNote, partsOfNote } from "../../../infra/crypto/SignedNote.ts"
import { hashLines } from "../TreeHashes.ts"
import { inFolder, type TreeUnusable } from "../TreeUnusable.ts"

/** A witness did not cosign. */
export class WitnessFailed extends Schema.TaggedError<WitnessFailed>()("WitnessFailed", {
  witness: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `the witness ${this.witness} did not cosign: ${this.reason}`
  }
}

/** A checkpoint that is put before a witness. */
export interface Submission {
  readonly size: number
  /** what is signed */
  readonly text: string
  /** signed by the log alone */
  readonly note: string
}

/** The newest checkpoint of the tree; none: there is none, or the tree has no leaf, which no witness can say anything about. */
export const submissionOf = (folder: TreeFolder): Option.Option<Submission> =>
  Option.flatMap(folder.checkpoint(), (kept) => {
    const note = ownNote(kept)
    const { size = 0 } = parseCheckpoint(note) ?? {}
    const text = partsOfNote(note)?.text
    return size === 0 || text === undefined ? Option.none() : Option.some({ size, text, note })
  })

const bodyFrom = (folder: TreeFolder, oldSize: number, { note, size }: Submission): string => {
  const proof = oldSize === 0 ? [] : hashLines(folder, consistencyRanges(oldSize, size), size)
  return [`old ${oldSize}`, ...proof, "", note].join("\n")
}

/** The size that a witness says it has cosigned; `undefined`: the answer is not that one. */
const sizeIn = ({ body, contentType, status }: WitnessAnswer): number | undefined => {
  const isSize =
    status === 409 && /^text\/x\.tlog\.size(?:$|;)/.test(contentType) && /^(?:0|[1-9]\d{0,15})\n$/.test(body)
  return isSize ? Number(body) : undefined
}

const larger = (size: number): string =>
  `it has cosigned ${size} entries of this log, more than the tree has: the tree was cut back, or another one goes by its name`

const refusals: Readonly<Record<number, string>> = {
  400: "it calls the request malformed (400)",
  403: "it does not trust the key of this log (403): its operator has to add it",
  404: "it does not know this log (404): its operator has to add it",
  409: "it has cosigned another tree of this log (409): the tree was rewritten",
  422: "the tree does not continue the one that it has cosigned (422): the tree was rewritten"
}

const refusalOf = ({ body, status }: WitnessAnswer): string => {
  const known = refusals[status] ?? `it answered with status ${status}`
  const [said = ""] = body.split("\n")
  // what it says may be anything: one line of plain characters goes into the log
  return said === "" ? known : `${known}, "${said.slice(0, 200).replaceAll(/[^\x20-\x7e]/g, "?")}"`
}

/** The cosignature that the answer has, once it is shown to be the witness's own over this very checkpoint. */
const cosignatureFrom = (witness: Witness, answer: WitnessAnswer, { text }: Submission): Cosignature | string => {
  const found = answer.body.split("\n").map((line) => cosignatureIn(witness.cosigner, text, line))
  const good = found.find((each) => each !== undefined && each !== false)
  if (good !== undefined) return good
  return found.includes(false)
    ? "its cosignature does not hold: it is not over this checkpoint, or by another key"
    : `its answer has no cosignature by ${witness.cosigner.text}`
}

/**
 * Puts the newest checkpoint before a witness, with the proof that it continues what the witness has cosigned, and keeps the cosignature
 * in the folder. What the witness has cosigned is what the folder says, or the witness itself where it knows better. None: it is cosigned
 * already, the tree has no leaf, or the policy has no address of the witness.
 */
export const askWitness = Effect.fn("askWitness")(function* (
  folder: TreeFolder,
  witness: Witness
): Effect.fn.Return<Option.Option<WitnessState>, WitnessFailed | TreeUnusable> {
  const { cosigner, name, url } = witness
  const failed = (reason: string) => new WitnessFailed({ witness: name, reason })
  const cosigned = new Cosigned(folder)
  const { known, submission } = yield* inFolder(folder.root, () => ({
    known: cosigned.states()[cosigner.text]?.size ?? 0,
    submission: submissionOf(folder)
  }))
  if (Option.isNone(submission) || url === null) return Option.none()
  const { size } = submission.value
  if (known > size) return yield* failed(larger(known))
  const isKept = yield* inFolder(folder.root, () => isCosigned(folder, witness, submission.value))
  if (isKept) return Option.none()

  const send = Effect.fnUntraced(function* (oldSize: number) {
    const body = yield* inFolder(folder.root, () => bodyFrom(folder, oldSize, submission.value))
    return yield* addCheckpoint(url, body).pipe(Effect.mapError(failed))
  })
  const first = yield* send(known)
  const theirs = sizeIn(first)
  if (theirs !== undefined && theirs > size) return yield* failed(larger(theirs))
  const answer = theirs === undefined || theirs === known ? first : yield* send(theirs)
  if (answer.status !== 200) return yield* failed(refusalOf(answer))
  const cosignature = cosignatureFrom(witness, answer, submission.value)
  if (typeof cosignature === "string") return yield* failed(cosignature)
  const state = { size, time: cosignature.time }
  yield* inFolder(folder.root, () => cosigned.keep(cosigner.text, cosignature.line, state))
  return Option.some(state)
})

/** Does the checkpoint have a cosignature of the witness that holds? */
const isCosigned = (folder: TreeFolder, { cosigner }: Witness, { size, text }: Submission): boolean => {
  const lines = Option.match(folder.checkpointOf(size), {
    onNone: () => [],
    onSome: (note) => partsOfNote(note)?.lines ?? []
  })
  return lines.some((line) => {
    const found = cosignatureIn(cosigner, text, line)
    return found !== undefined && found !== false
  })
}
