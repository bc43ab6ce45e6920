import { Effect, Layer, Option } from "effect"
import { DataDirectory } from "../../infra/sqlite/DataDirectory.ts"
import { TreeFiles } from "../api/TreeFiles.ts"
import { AuditTree } from "../audit/AuditTree.ts"
import * as Receipts from "../audit/receipt/Receipts.ts"
import * as KeepTree from "../audit/KeepTree.ts"
import { Settings } from "../Config.ts"

/** The audit tree of the settings, for whoever asks about it. */
export const auditTree = Layer.unwrap(
  Effect.map(Settings, ({ audit }) =>
    Option.match(audit.tree, { onNone: () => AuditTree.layerNone, onSome: (root) => AuditTree.layer(root) })
  )
)

/** Its files, as they are served. */
export const treeFiles = Layer.effect(
  TreeFiles,
  Effect.map(Settings, ({ audit }) => Option.getOrNull(audit.tree))
)

/** Where the key of the tree is. */
export const auditKeyPath = Effect.gen(function* () {
  const { audit } = yield* Settings
  const { auditKey } = yield* DataDirectory
  return Option.getOrElse(audit.keyFile, () => auditKey)
})

/** Receipts by the tree of the settings, for the owners of keys. */
export const receipts = Layer.unwrap(
  Effect.gen(function* () {
    const { audit } = yield* Settings
    return Option.isNone(audit.tree) ? Layer.empty : Receipts.layer(audit.tree.value, yield* auditKeyPath)
  })
)

/** Keeps the tree of the settings, if they name one. */
export const auditTreeKept = Layer.unwrap(
  Effect.gen(function* () {
    const { audit } = yield* Settings
    if (Option.isNone(audit.tree)) return Layer.empty
    return KeepTree.layer({
      root: audit.tree.value,
      keyPath: yield* auditKeyPath,
      origin: Option.getOrNull(audit.origin),
      originOfNewKey: audit.originOfNewKey,
      checkpoints: Option.getOrNull(audit.checkpoints),
      witnesses: Option.match(audit.witnesses, { onNone: () => null, onSome: ({ policy }) => policy })
    })
  })
)
