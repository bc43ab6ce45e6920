import type { TreeHasher } from "../../domain/audit/MerkleTree.ts"
import { sha256 } from "./Sha256.ts"

const nodeBytes = Buffer.alloc(65)
nodeBytes[0] = 1

/** SHA-256 as RFC 6962 uses it. */
export const treeHasher: TreeHasher = {
  leaf: (entry) => sha256(`\0${entry}`),
  node: (left, right) => {
    nodeBytes.set(left, 1)
    nodeBytes.set(right, 33)
    return sha256(nodeBytes)
  },
  empty: sha256("")
}
