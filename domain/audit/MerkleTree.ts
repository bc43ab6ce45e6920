/**
 * The hashes of a Merkle tree as RFC 6962, section 2.1, has them: a leaf is hashed behind a byte 0, two subtrees behind a
 * byte 1. All are of 32 bytes.
 */
export interface TreeHasher {
  /** `entry`: in UTF-8 */
  readonly leaf: (entry: string) => Uint8Array
  readonly node: (left: Uint8Array, right: Uint8Array) => Uint8Array
  /** of a tree without leaves */
  readonly empty: Uint8Array
}

/** Leaves from one, included, to another, excluded. */
export interface LeafRange {
  readonly from: number
  readonly to: number
}

/** A perfect subtree: `2 ** level` leaves, from leaf `index * 2 ** level` on. */
export interface TreeNode {
  readonly level: number
  readonly index: number
}

/** The largest power of two below `n`, which is 2 at the least. */
const splitOf = (n: number): number => {
  let power = 1
  while (power * 2 < n) power *= 2
  return power
}

/** The root over subtrees of one size, of which the last may be smaller; over none, that of an empty tree. */
export const rootOver = (
  hasher: TreeHasher,
  hashes: ReadonlyArray<Uint8Array>,
  from = 0,
  to = hashes.length
): Uint8Array => {
  if (to - from <= 1) return hashes[from] ?? hasher.empty
  const middle = from + splitOf(to - from)
  return hasher.node(rootOver(hasher, hashes, from, middle), rootOver(hasher, hashes, middle, to))
}

/** The perfect subtrees that a subtree of the tree consists of, from left to right, each smaller than the one before. */
export const nodesOf = ({ from, to }: LeafRange): ReadonlyArray<TreeNode> => {
  const nodes: Array<TreeNode> = []
  for (let start = from; start < to;) {
    let level = 0
    while (start % 2 ** (level + 1) === 0 && start + 2 ** (level + 1) <= to) level++
    nodes.push({ level, index: start / 2 ** level })
    start += 2 ** level
  }
  return nodes
}

/** The hash of a subtree that `inclusionRanges` or `consistencyRanges` names, from those of its perfect subtrees. */
export const hashOfRange = (
  hasher: TreeHasher,
  range: LeafRange,
  hashOf: (node: TreeNode) => Uint8Array
): Uint8Array => {
  const [last, ...others] = nodesOf(range).toReversed().map(hashOf)
  return last === undefined ? hasher.empty : others.reduce((right, left) => hasher.node(left, right), last)
}

/** The subtrees whose hashes prove that leaf `index` is in the tree of `size` leaves. (RFC 6962, section 2.1.1.) */
export const inclusionRanges = (index: number, size: number): ReadonlyArray<LeafRange> => {
  const path: Array<LeafRange> = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + splitOf(to - from)
    path.push(index < middle ? { from: middle, to } : { from, to: middle })
    if (index < middle) to = middle
    else from = middle
  }
  return path.toReversed()
}

/**
 * The subtrees whose hashes prove that the tree of `oldSize` leaves, at least 1, is the beginning of that of `size`. (RFC
 * 6962, section 2.1.2.)
 */
export const consistencyRanges = (oldSize: number, size: number): ReadonlyArray<LeafRange> => {
  const proof: Array<LeafRange> = []
  let [from, to] = [0, size]
  // as long as the old tree ends within the subtree: what is whole in both is on the left of what is looked at
  while (oldSize < to) {
    const middle = from + splitOf(to - from)
    proof.push(oldSize <= middle ? { from: middle, to } : { from, to: middle })
    if (oldSize <= middle) to = middle
    else from = middle
  }
  return from === 0 ? proof.toReversed() : [...proof, { from, to }].toReversed()
}

const isSame = (one: Uint8Array, other: Uint8Array | undefined): boolean =>
  other !== undefined && one.length === other.length && one.every((byte, i) => byte === other[i])

/** Does the proof show that the leaf with this hash is leaf `index` of the tree? (RFC 9162, section 2.1.3.2.) */
export const provesInclusion = (
  hasher: TreeHasher,
  leaf: { readonly hash: Uint8Array; readonly index: number },
  tree: { readonly size: number; readonly root: Uint8Array },
  proof: ReadonlyArray<Uint8Array>
): boolean => {
  if (leaf.index < 0 || leaf.index >= tree.size) return false
  const ranges = inclusionRanges(leaf.index, tree.size)
  if (ranges.length !== proof.length) return false
  let hash = leaf.hash
  for (const [i, { from }] of ranges.entries()) {
    const sibling = proof[i]
    if (sibling === undefined) return false
    hash = from > leaf.index ? hasher.node(hash, sibling) : hasher.node(sibling, hash)
  }
  return isSame(tree.root, hash)
}

interface SignedTree {
  readonly size: number
  readonly root: Uint8Array
}

/** Does the proof show that `old` is the beginning of `tree`? (RFC 9162, section 2.1.4.2.) */
export const provesConsistency = (
  hasher: TreeHasher,
  old: SignedTree,
  tree: SignedTree,
  proof: ReadonlyArray<Uint8Array>
): boolean => {
  if (old.size > tree.size) return false
  if (old.size === tree.size) return proof.length === 0 && isSame(old.root, tree.root)
  if (old.size === 0) return proof.length === 0
  const ranges = consistencyRanges(old.size, tree.size)
  if (ranges.length !== proof.length) return false
  // the lowest subtree that is whole in the old tree: the old tree itself, where nothing stands left of it
  const [start, ...rest] = ranges[0]?.from === old.size ? [undefined, ...proof] : proof
  let [oldHash, newHash] = [start ?? old.root, start ?? old.root]
  for (const [i, sibling] of rest.entries()) {
    const range = ranges[i + ranges.length - rest.length]
    if (range === undefined || sibling === undefined) return false
    if (range.from >= old.size) newHash = hasher.node(newHash, sibling)
    else [oldHash, newHash] = [hasher.node(sibling, oldHash), hasher.node(sibling, newHash)]
  }
  return isSame(old.root, oldHash) && isSame(tree.root, newHash)
}
