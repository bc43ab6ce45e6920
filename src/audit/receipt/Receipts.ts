import { Context, Effect, Layer, Option, Schema } from "effect"
import { keyStream } from "../../../domain/EventEnvelope.ts"
import type { KeyId } from "../../../domain/key/KeyEvent.ts"
import { EventLog, type EventUndecodable } from "../../../domain/ports/EventLog.ts"
import type { StorageUnavailable } from "../../../domain/ports/StorageUnavailable.ts"
import { TreeFolder } from "../../../infra/audit/TreeFolder.ts"
import { auditKey, type AuditKeyUnusable } from "../../../infra/crypto/AuditKey.ts"
import { makeCommitter } from "../../../infra/crypto/EventCommitment.ts"
import { eventId } from "../../../infra/crypto/EventId.ts"
import { AuditTree } from "../AuditTree.ts"
import type { TreeUnusable } from "../TreeUnusable.ts"
import { type EventNotAsSigned, NotYetInTree, type Receipt, receiptOf } from "./Receipt.ts"

/** There is nothing to have a receipt of: the key was never rotated, or no tree is kept. */
export class NoReceipt extends Schema.TaggedError<NoReceipt>()("NoReceipt", {
  reason: Schema.Literals(["never-rotated", "no-tree"])
}) {}

export type ReceiptFailure =
  | NoReceipt
  | NotYetInTree
  | EventNotAsSigned
  | TreeUnusable
  | AuditKeyUnusable
  | EventUndecodable
  | StorageUnavailable

interface ReceiptsOfKeys {
  /** Of the last rotation of a key. */
  readonly ofRotation: (key: KeyId) => Effect.Effect<Receipt, ReceiptFailure>
}

/** Receipts that the owners of keys can hold against the service. */
export class Receipts extends Context.Reference<ReceiptsOfKeys>("fooddata/src/audit/receipt/Receipts", {
  defaultValue: () => ({ ofRotation: () => Effect.fail(new NoReceipt({ reason: "no-tree" })) })
}) {}

/** By the tree in a folder, and its key, which another process may make. */
export const layer = (root: string, keyPath: string): Layer.Layer<never, never, EventLog | AuditTree> =>
  Layer.effect(
    Receipts,
    Effect.gen(function* () {
      const log = yield* EventLog
      const tree = yield* AuditTree
      const folder = new TreeFolder(root)
      return {
        ofRotation: Effect.fn("Receipts.ofRotation")(function* (key) {
          const stream = keyStream(key)
          const rotations = (yield* log.readStream("key", stream)).filter(({ event }) => event._tag === "KeyRotated")
          const version = rotations.at(-1)?.streamVersion
          if (version === undefined) return yield* new NoReceipt({ reason: "never-rotated" })
          const id = eventId(stream, version)
          const written = yield* log.readWritten(stream, version)
          if (Option.isNone(written)) return yield* new NoReceipt({ reason: "never-rotated" })
          const [leaf = Option.none()] = yield* tree.leavesOf([{ cursor: written.value.cursor, id }])
          if (Option.isNone(leaf)) return yield* new NotYetInTree({ event: id })
          const { seed } = yield* auditKey(keyPath, null)
          return yield* receiptOf(folder, makeCommitter(seed), leaf.value, written.value)
        })
      }
    })
  )
