import { Option } from "effect"
import { type FilledTile, GrowingTree, tileWidth } from "../../domain/audit/Tiles.ts"
import type { Finding } from "../../domain/ports/LogInspection.ts"
import type { Checkpoint } from "../../infra/audit/Checkpoint.ts"
import type { TreeFolder } from "../../infra/audit/TreeFolder.ts"
import { treeHasher } from "../../infra/crypto/TreeHasher.ts"
import { entryAt } from "./Difference.ts"

/** A checkpoint, and where it was kept. */
export interface KeptCheckpoint extends Checkpoint {
  readonly name: string
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

/** Compares the log with the tree, leaf by leaf, and both with what was signed. */
export class Comparison {
  readonly findings: Array<Finding> = []
  readonly #folder: TreeFolder
  readonly #signed: KeptCheckpoint
  readonly #kept: ReadonlyArray<KeptCheckpoint>
  /** made from the leaves of the log, and from those that the folder has: one tree, as long as they are the same */
  readonly #logged = new GrowingTree(treeHasher)
  #stored = this.#logged
  #leaves: ReadonlyArray<Uint8Array> = []
  #entries: ReadonlyArray<string> = []
  #isBundleWrong = false

  constructor(folder: TreeFolder, signed: KeptCheckpoint, kept: ReadonlyArray<KeptCheckpoint>) {
    this.#folder = folder
    this.#signed = signed
    this.#kept = kept
  }

  /** Leaves that were compared. */
  get index(): number {
    return this.#logged.size
  }

  /** `false`: the tree does not have so many leaves. */
  get isWithin(): boolean {
    return this.index < this.#signed.size
  }

  /** Is this the first event that is not what the tree has at its place? */
  add(entry: string): boolean {
    const hash = treeHasher.leaf(entry)
    const stored = this.#storedLeaf(entry, hash)
    const isFirst = this.#isOneTree && (stored === undefined || !isSame(stored, hash))
    if (isFirst) this.#stored = this.#logged.copy()
    const full = this.#logged.append(hash)
    if (this.#isOneTree) this.#checkTiles(full)
    else if (stored !== undefined) this.#checkTiles(this.#stored.append(stored))
    this.#checkKept()
    return isFirst
  }

  report(place: string, problem: string): void {
    this.findings.push({ place, problem })
  }

  /** After the last event: the rest of the tree, its root, and the checkpoints beyond the log's end. */
  end(): void {
    const { name, root, size } = this.#signed
    if (this.index < size && this.#isOneTree) {
      const gone = Option.match(entryAt(this.#folder, this.index, size), {
        onNone: () => "",
        onSome: ({ stream, type, version }) => `: ${type} of ${stream} version ${version} is gone, and what follows`
      })
      this.report(`entry ${this.index}`, `truncated: the log has ${this.index} of ${size} events${gone}`)
    }
    while (this.#stored.size < size) {
      const leaf = this.#storedLeaf()
      if (leaf === undefined) break
      this.#checkTiles(this.#stored.append(leaf))
    }
    this.#checkTiles(this.#stored.edge())
    if (!isSame(this.#stored.root(), root)) this.report(name, "the tiles are not those that were signed")
    for (const kept of this.#kept) {
      if (kept.size > size) this.report(kept.name, `cut back: ${kept.size} entries were signed, the tree has ${size}`)
    }
  }

  get #isOneTree(): boolean {
    return this.#stored === this.#logged
  }

  /** The next leaf that the folder has, if its entry is what is hashed. What the log has is given, because that is mostly the same. */
  #storedLeaf(logged?: string, hash?: Uint8Array): Uint8Array | undefined {
    const { size } = this.#stored
    const place = size % tileWidth
    if (place === 0) this.#readTile(size / tileWidth)
    const leaf = this.#leaves[place]
    if (leaf === undefined) return undefined
    const entry = this.#entries[place]
    const stored = entry === logged && hash !== undefined ? hash : treeHasher.leaf(entry ?? "")
    if (!isSame(leaf, stored) && !this.#isBundleWrong) {
      this.#isBundleWrong = true
      this.report(`entry ${size}`, "the entry in the folder is not what is hashed")
    }
    return leaf
  }

  #readTile(index: number): void {
    const width = Math.min(tileWidth, this.#signed.size - index * tileWidth)
    this.#leaves = this.#folder.hashes({ level: 0, index, width })
    this.#entries = this.#folder.entries(index, width)
    this.#isBundleWrong = false
  }

  /** Those above the leaves, which were compared one by one. */
  #checkTiles(tiles: ReadonlyArray<FilledTile>): void {
    for (const { hashes, index, level, width } of tiles) {
      if (level === 0) continue
      const there = this.#folder.hashes({ level, index, width })
      if (hashes.every((hash, i) => isSame(hash, there[i] ?? treeHasher.empty))) continue
      this.report(`tile ${level}/${index}`, "its hashes are not those of the leaves below it")
    }
  }

  #checkKept(): void {
    for (const { name, root, size } of this.#kept) {
      if (size !== this.index || isSame(root, this.#logged.root())) continue
      const good = this.#kept.filter(
        (each) => each.size < size && !this.findings.some(({ place }) => place === each.name)
      )
      const from = Math.max(0, ...good.map((each) => each.size))
      const problem = `rewritten: among entries ${from} to ${size - 1} is one that is not what was signed then`
      this.report(name, `${problem} (root ${hex(root)})`)
    }
  }
}
