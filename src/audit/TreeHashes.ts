import { hashOfRange, type LeafRange, rootOver } from "../../domain/audit/MerkleTree.ts"
import { tileOfNode } from "../../domain/audit/Tiles.ts"
import type { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { treeHasher } from "../../infra/crypto/TreeHasher.ts"

/** Hashes of subtrees of the tree as it was with `size` leaves, a line of base64 each. Throws what the file system does. */
export const hashLines = (folder: TreeFolder, ranges: ReadonlyArray<LeafRange>, size: number): ReadonlyArray<string> =>
  ranges.map((range) => {
    const hash = hashOfRange(treeHasher, range, (node) => {
      const { from, hashes, tile } = tileOfNode(node, size)
      return rootOver(treeHasher, folder.hashes(tile).slice(from, from + hashes))
    })
    return Buffer.from(hash).toString("base64")
  })
