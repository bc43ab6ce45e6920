import { rootOver, type TreeHasher, type TreeNode } from "./MerkleTree.ts"

/** Levels of the tree in one tile, and so hashes of a full one. (C2SP tlog-tiles.) */
const tileHeight = 8
export const tileWidth = 2 ** tileHeight

/** Hash `i` of a tile is the root of a perfect subtree of `256 ** level` leaves: that of number `256 * index + i`. */
export interface Tile {
  readonly level: number
  readonly index: number
  /** how many hashes it has, 1 to 256 */
  readonly width: number
}

/** Groups of three digits, each but the last behind an `x`: 1234067 is `x001/x234/067`. */
const numberPath = (index: number): string => {
  const digits = String(index)
  const groups = digits.padStart(3 * Math.ceil(digits.length / 3), "0").match(/\d{3}/g) ?? []
  return groups.map((group, i) => (i === groups.length - 1 ? group : `x${group}`)).join("/")
}

const partial = (width: number): string => (width === tileWidth ? "" : `.p/${width}`)

/** Where a tile lies, below the tree's address. */
export const tilePath = ({ index, level, width }: Tile): string => `tile/${level}/${numberPath(index)}${partial(width)}`

/** Where the entries lie whose hashes are tile `index` of level 0. */
export const entriesPath = (index: number, width: number): string =>
  `tile/entries/${numberPath(index)}${partial(width)}`

/** The tiles of a tree of `size` leaves that are not full: its right edge. */
export const edgeTiles = (size: number): ReadonlyArray<Tile> => {
  const tiles: Array<Tile> = []
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / tileWidth)) {
    const width = count % tileWidth
    if (width > 0) tiles.push({ level, index: Math.floor(count / tileWidth), width })
  }
  return tiles
}

/** The tile of a tree of `size` leaves that a perfect subtree is in, or is made from, and its place there. */
export const tileOfNode = ({ index, level }: TreeNode, size: number) => {
  const tileLevel = Math.floor(level / tileHeight)
  const hashes = 2 ** (level % tileHeight)
  const first = index * hashes
  const tileIndex = Math.floor(first / tileWidth)
  const width = Math.min(tileWidth, Math.floor(size / tileWidth ** tileLevel) - tileIndex * tileWidth)
  return { tile: { level: tileLevel, index: tileIndex, width }, from: first % tileWidth, hashes }
}

/** A tile that has been filled, with its hashes. */
export interface FilledTile extends Tile {
  readonly hashes: ReadonlyArray<Uint8Array>
}

/** A tree that grows leaf by leaf: it holds the tiles of its right edge alone. */
export class GrowingTree {
  readonly #hasher: TreeHasher
  readonly #edge: Array<Array<Uint8Array>>
  #size: number

  /** `edge`: for each level the hashes of its tile that is not full. */
  constructor(hasher: TreeHasher, size = 0, edge: ReadonlyArray<ReadonlyArray<Uint8Array>> = []) {
    this.#hasher = hasher
    this.#size = size
    this.#edge = edge.map((hashes) => [...hashes])
  }

  get size(): number {
    return this.#size
  }

  /** The tiles that have become full with this leaf. */
  append(leafHash: Uint8Array): ReadonlyArray<FilledTile> {
    this.#size++
    const full: Array<FilledTile> = []
    let hash = leafHash
    for (let level = 0; ; level++) {
      const hashes = (this.#edge[level] ??= [])
      hashes.push(hash)
      if (hashes.length < tileWidth) return full
      const index = this.#size / tileWidth ** (level + 1) - 1
      full.push({ level, index, width: tileWidth, hashes })
      this.#edge[level] = []
      hash = rootOver(this.#hasher, hashes)
    }
  }

  /** Another tree, which is the same so far. */
  copy(): GrowingTree {
    return new GrowingTree(this.#hasher, this.#size, this.#edge)
  }

  /** The tiles of the right edge as they are. */
  edge(): ReadonlyArray<FilledTile> {
    return edgeTiles(this.#size).map((tile) => ({ ...tile, hashes: [...(this.#edge[tile.level] ?? [])] }))
  }

  root(): Uint8Array {
    const rest = this.#edge.reduce<Uint8Array | undefined>((lower, hashes) => {
      const all = lower === undefined ? hashes : [...hashes, lower]
      return all.length === 0 ? undefined : rootOver(this.#hasher, all)
    }, undefined)
    return rest ?? this.#hasher.empty
  }
}
