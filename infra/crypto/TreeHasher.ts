import type { TreeHasher } from "../../domain/audit/MerkleTree.ts"
import { sha256 } from "./Sha256.ts"

const nodeBytes = Buffer.alloc(65)
nodeBytes[0] = 1

// written anew by each call, as `nodeBytes`; the first byte stays
let leafBytes = Buffer.alloc(2_048)

const leaf = (entry: string): Uint8Array => {
  const bytesMax = 1 + entry.length * 3
  if (leafBytes.length < bytesMax) leafBytes = Buffer.alloc(bytesMax)
  return sha256(leafBytes.subarray(0, 1 + leafBytes.write(entry, 1)))
}

/** SHA-256 as RFC 6962 uses it. */
export const treeHasher: TreeHasher = {
  leaf,
  node: (left, right) => {
    nodeBytes.set(left, 1)
    nodeBytes.set(right, 33)
    return sha256(nodeBytes)
  },
  empty: sha256("")
}
