import { Option, Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { noteOf, partsOfNote, signerOfLine } from "../crypto/SignedNote.ts"
import { parseCheckpoint } from "./Checkpoint.ts"
import type { TreeFolder } from "./TreeFolder.ts"
import { writeWhole } from "./WriteWhole.ts"

/** What a witness has cosigned last. */
export interface WitnessState {
  /** leaves */
  readonly size: number
  /** seconds since the epoch, by the clock of the witness */
  readonly time: number
}

const States = Schema.fromJsonString(
  Schema.Struct({
    format: Schema.Literal(1),
    witnesses: Schema.Record(Schema.String, Schema.Struct({ size: Schema.Int, time: Schema.Int }))
  })
)
const decodeStates = Schema.decodeUnknownSync(States)

/** The note with one more signature, which takes the place of an older one by the same key. */
const withSignature = (note: string, line: string): string => {
  const parts = partsOfNote(note)
  if (parts === undefined) return note
  const others = parts.lines.filter((each) => signerOfLine(each) !== signerOfLine(line))
  return noteOf({ text: parts.text, lines: [...others, line] })
}

/**
 * What witnesses have said of the tree in a folder: `witnesses.json`, how far each has come; `cosigned`, the newest checkpoint that a
 * quorum has cosigned; and the cosignatures, which stand in the checkpoints themselves. All methods throw what the file system does.
 */
export class Cosigned {
  readonly #folder: TreeFolder
  readonly #states: string
  readonly #newest: string

  constructor(folder: TreeFolder) {
    this.#folder = folder
    this.#states = join(folder.root, "witnesses.json")
    this.#newest = join(folder.root, "cosigned")
  }

  /** By the public key of the witness. */
  states(): Readonly<Record<string, WitnessState>> {
    return existsSync(this.#states) ? decodeStates(readFileSync(this.#states, "utf8")).witnesses : {}
  }

  /** The newest checkpoint that a quorum has cosigned. */
  newest(): Option.Option<string> {
    return existsSync(this.#newest) ? Option.some(readFileSync(this.#newest, "utf8")) : Option.none()
  }

  /** Keeps a cosignature of the checkpoint of this size: in it, then in the state, which speaks of it. */
  keep(key: string, line: string, state: WitnessState): void {
    const { size } = state
    const kept = Option.getOrUndefined(this.#folder.checkpointOf(size))
    if (kept === undefined) throw new Error(`the checkpoint of ${size} entries is gone`)
    const note = withSignature(kept, line)
    const current = Option.map(this.#folder.checkpoint(), parseCheckpoint)
    if (Option.isSome(current) && current.value?.size === size) this.#folder.writeCheckpoint(note, size)
    else this.#folder.writeCheckpointOf(size, note)
    const witnesses = { ...this.states(), [key]: state }
    writeWhole(this.#states, JSON.stringify({ format: 1, witnesses }))
  }

  keepNewest(note: string): void {
    writeWhole(this.#newest, note)
  }
}
