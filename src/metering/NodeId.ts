import { Context, Effect, Layer, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { StorageUnavailable } from "../../domain/ports/StorageUnavailable.ts"

/** Who this node is in the usage ledger: the same for every life on the same data directory. */
export class NodeId extends Context.Service<NodeId, string>()("fooddata/src/metering/NodeId") {}

/** The file is there but holds no node id: made up anew, leases of earlier lives would never be settled. */
export class NodeIdUnreadable extends Schema.TaggedError<NodeIdUnreadable>()("NodeIdUnreadable", {
  path: Schema.String
}) {
  override get message(): string {
    return `${this.path} does not hold a node id: restore it, or delete it together with the usage journal`
  }
}

const shape = /^node_[0-9a-f]{12}$/

/** The id kept in the file, made up at the first start. Only one service at a time may use the file. */
export const layerFile = (path: string): Layer.Layer<NodeId, StorageUnavailable | NodeIdUnreadable> =>
  Layer.effect(
    NodeId,
    Effect.try({
      try: () => {
        if (!existsSync(path)) writeFileSync(path, `node_${randomBytes(6).toString("hex")}\n`, { mode: 0o600 })
        return readFileSync(path, "utf8").trim()
      },
      catch: (cause) => new StorageUnavailable({ operation: "read the node id", cause })
    }).pipe(
      Effect.filterOrFail(
        (id) => shape.test(id),
        () => new NodeIdUnreadable({ path })
      )
    )
  )
