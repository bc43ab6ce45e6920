import { assert, describe, it } from "@effect/vitest"
import {
  consistencyRanges,
  hashOfRange,
  inclusionRanges,
  type LeafRange,
  provesConsistency,
  provesInclusion,
  type TreeNode
} from "../../../domain/audit/MerkleTree.ts"
import { GrowingTree, tileOfNode, type Tile, tilePath } from "../../../domain/audit/Tiles.ts"
import { treeHasher } from "../../../infra/crypto/TreeHasher.ts"
import { seededRandom } from "../../../bench/SyntheticCatalogue.ts"

/** MTH of RFC 6962, section 2.1, as it stands there. */
const definition = (leaves: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [only] = leaves
  if (only === undefined) return treeHasher.empty
  if (leaves.length === 1) return only
  let k = 1
  while (k * 2 < leaves.length) k *= 2
  return treeHasher.node(definition(leaves.slice(0, k)), definition(leaves.slice(k)))
}

const leafOf = (i: number) => treeHasher.leaf(`leaf ${i}`)
const leavesOf = (size: number) => Array.from({ length: size }, (_, i) => leafOf(i))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

/** A tree with all tiles that it ever filled, as a folder would have them. */
const grown = (size: number) => {
  const tree = new GrowingTree(treeHasher)
  const tiles = new Map<string, ReadonlyArray<Uint8Array>>()
  const keep = (all: ReadonlyArray<Tile & { readonly hashes: ReadonlyArray<Uint8Array> }>) => {
    for (const tile of all) tiles.set(tilePath(tile), tile.hashes)
  }
  for (const leaf of leavesOf(size)) keep(tree.append(leaf))
  keep(tree.edge())
  const hashOf = (node: TreeNode): Uint8Array => {
    const { from, hashes, tile } = tileOfNode(node, size)
    const part = (tiles.get(tilePath(tile)) ?? []).slice(from, from + hashes)
    assert.lengthOf(part, hashes, `${tilePath(tile)} has what is asked of it`)
    return definition(part)
  }
  const proofOf = (ranges: ReadonlyArray<LeafRange>) => ranges.map((range) => hashOfRange(treeHasher, range, hashOf))
  return { tree, proofOf }
}

const sizes = [...Array.from({ length: 70 }, (_, i) => i), 255, 256, 257, 511, 512, 600, 1_000, 65_535, 65_537, 70_000]

describe("a Merkle tree in tiles", () => {
  it.for(sizes)("of %i leaves has the root that RFC 6962 defines", (size) => {
    assert.strictEqual(hex(grown(size).tree.root()), hex(definition(leavesOf(size))))
  })

  it("is the same tree when it goes on from its right edge", () => {
    for (const [size, more] of [
      [300, 40],
      [256, 1],
      [511, 2]
    ] as const) {
      const before = grown(size).tree
      const edge: Array<ReadonlyArray<Uint8Array>> = []
      for (const { hashes, level } of before.edge()) edge[level] = hashes
      const after = new GrowingTree(
        treeHasher,
        size,
        Array.from(edge, (hashes) => hashes ?? [])
      )
      for (let i = size; i < size + more; i++) after.append(leafOf(i))
      assert.strictEqual(hex(after.root()), hex(definition(leavesOf(size + more))))
    }
  })

  it("proves each leaf at its place, and no other leaf, place, size or root", () => {
    for (const size of [1, 2, 3, 7, 8, 9, 100, 257, 600]) {
      const { proofOf, tree } = grown(size)
      const whole = { size, root: tree.root() }
      for (let index = 0; index < size; index += size > 50 ? 7 : 1) {
        const leaf = { hash: leafOf(index), index }
        const proof = proofOf(inclusionRanges(index, size))
        assert.isTrue(provesInclusion(treeHasher, leaf, whole, proof), `${index} of ${size}`)
        assert.isFalse(provesInclusion(treeHasher, { ...leaf, hash: leafOf(size) }, whole, proof))
        assert.isFalse(provesInclusion(treeHasher, leaf, { ...whole, root: leafOf(0) }, [...proof, leafOf(1)]))
        if (size > 1) {
          assert.isFalse(provesInclusion(treeHasher, { ...leaf, index: (index + 1) % size }, whole, proof))
          assert.isFalse(provesInclusion(treeHasher, leaf, whole, proof.slice(1)))
        }
        assert.isFalse(provesInclusion(treeHasher, { ...leaf, index: size }, whole, proof))
        assert.isFalse(provesInclusion(treeHasher, { ...leaf, index: -1 }, whole, proof))
      }
    }
  })

  it("proves that it grew from any of its beginnings, and from nothing else", () => {
    const random = seededRandom(7)
    for (const size of [1, 2, 3, 6, 7, 8, 64, 65, 300]) {
      const { proofOf, tree } = grown(size)
      const whole = { size, root: tree.root() }
      for (let oldSize = 1; oldSize <= size; oldSize++) {
        if (size > 70 && random() > 0.2) continue
        const old = { size: oldSize, root: definition(leavesOf(oldSize)) }
        const proof = oldSize === size ? [] : proofOf(consistencyRanges(oldSize, size))
        assert.isTrue(provesConsistency(treeHasher, old, whole, proof), `${oldSize} to ${size}`)
        assert.isFalse(provesConsistency(treeHasher, { ...old, root: leafOf(999) }, whole, proof))
        assert.isFalse(provesConsistency(treeHasher, old, { ...whole, root: leafOf(999) }, proof))
        assert.isFalse(provesConsistency(treeHasher, old, whole, [...proof, leafOf(0)]))
        if (proof.length > 0) assert.isFalse(provesConsistency(treeHasher, old, whole, proof.slice(1)))
      }
      assert.isTrue(provesConsistency(treeHasher, { size: 0, root: treeHasher.empty }, whole, []))
      assert.isFalse(provesConsistency(treeHasher, { size: size + 1, root: leafOf(0) }, whole, []))
    }
  })
})
