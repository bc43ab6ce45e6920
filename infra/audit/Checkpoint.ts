import { Result } from "effect"
import * as Base64 from "effect/encoding/Base64"

/** The state of a tree, as its log signs it. (C2SP tlog-checkpoint.) */
export interface Checkpoint {
  /** the name of the log, which no other has */
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
}

/** The text that is signed: no time and no further lines, so that a tree has one. */
export const checkpointText = ({ origin, root, size }: Checkpoint): string =>
  `${origin}\n${size}\n${Base64.encode(root)}\n`

/** `undefined`: it is none. Lines behind the root, of logs of others, are passed over. */
export const parseCheckpoint = (text: string): Checkpoint | undefined => {
  const [origin = "", size = "", root = ""] = text.split("\n")
  const bytes = Base64.decode(root)
  if (origin === "" || !/^(?:0|[1-9]\d{0,15})$/.test(size) || Result.isFailure(bytes)) return undefined
  return bytes.success.length === 32 ? { origin, size: Number(size), root: bytes.success } : undefined
}
