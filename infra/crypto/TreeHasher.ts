import { hash } from "node:crypto"
import type { TreeHasher } from "../../domain/audit/MerkleTree.ts"

const nodeBytes = Buffer.alloc(65)
nodeBytes[0] = 1

/** SHA-256 as RFC 6962 uses it. */
export const treeHasher: TreeHasher = {
  leaf: (data) => {
    const bytes = Buffer.allocUnsafe(1 + data.length)
    bytes[0] = 0
    bytes.set(data, 1)
    return hash("sha256", bytes, "buffer")
  },
  node: (left, right) => {
    nodeBytes.set(left, 1)
    nodeBytes.set(right, 33)
    return hash("sha256", nodeBytes, "buffer")
  },
  empty: hash("sha256", "", "buffer")
}
