import { Option, Schema } from "effect"
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import {
  edgeTiles,
  entriesPath,
  type FilledTile,
  GrowingTree,
  type Tile,
  tilePath,
  tileWidth
} from "../../domain/audit/Tiles.ts"
import { Cursor, logStart } from "../../domain/EventEnvelope.ts"
import { treeHasher } from "../crypto/TreeHasher.ts"
import { BundlePlaces } from "./BundlePlaces.ts"
import { writeWhole } from "./WriteWhole.ts"

/** How far the tree in a folder goes: its leaves, and the place in the event log of the last of them. */
export interface TreeState {
  readonly size: number
  readonly cursor: Cursor
}

const State = Schema.fromJsonString(Schema.Struct({ format: Schema.Literal(1), size: Schema.Int, cursor: Cursor }))
const decodeState = Schema.decodeUnknownSync(State)

const hashBytes = 32

const hashesOf = (bytes: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.floor(bytes.length / hashBytes) }, (_, i) =>
    bytes.subarray(i * hashBytes, (i + 1) * hashBytes)
  )

/** Entries as C2SP tlog-tiles lays them: each behind its length in two bytes, the higher one first. */
const bundleOf = (entries: ReadonlyArray<string>): Buffer => {
  const lengthMax = entries.reduce((sum, entry) => sum + 2 + entry.length * 3, 0)
  const bundle = Buffer.allocUnsafe(lengthMax)
  let end = 0
  for (const entry of entries) end = bundle.writeUInt16BE(bundle.write(entry, end + 2), end) + bundle.readUInt16BE(end)
  return bundle.subarray(0, end)
}

const entriesOf = (bundle: Buffer): ReadonlyArray<string> => {
  const entries: Array<string> = []
  for (let at = 0; at + 2 <= bundle.length;) {
    const end = at + 2 + bundle.readUInt16BE(at)
    entries.push(bundle.toString("utf8", at + 2, end))
    at = end
  }
  return entries
}

/**
 * A Merkle tree as a folder of static files, laid out as C2SP tlog-tiles has them, so that any web server publishes it and a
 * copy of it is a witness. What stands in it follows from the event log and one key: written twice, it is the same. All
 * methods throw what the file system does.
 */
export class TreeFolder {
  readonly root: string
  readonly places: BundlePlaces

  constructor(root: string) {
    this.root = root
    this.places = new BundlePlaces(root)
  }

  /** Makes the folder, where it is not there. */
  make(): void {
    mkdirSync(this.root, { recursive: true })
  }

  state(): TreeState {
    const path = join(this.root, "state.json")
    if (!existsSync(path)) return { size: 0, cursor: logStart }
    const { cursor, size } = decodeState(readFileSync(path, "utf8"))
    return { size, cursor }
  }

  /** The signed note; none before the first. */
  checkpoint(): Option.Option<string> {
    const path = join(this.root, "checkpoint")
    return existsSync(path) ? Option.some(readFileSync(path, "utf8")) : Option.none()
  }

  /** The signed note of the tree when it had so many leaves; none where it was never signed then. */
  checkpointOf(size: number): Option.Option<string> {
    const path = join(this.root, "checkpoints", String(size))
    return existsSync(path) ? Option.some(readFileSync(path, "utf8")) : Option.none()
  }

  /** The hashes of a tile; as many as there are, where it is cut off. */
  hashes(tile: Tile): ReadonlyArray<Uint8Array> {
    return hashesOf(this.#whole(tilePath(tile), tilePath({ ...tile, width: tileWidth }))).slice(0, tile.width)
  }

  /** The entries whose hashes are tile `index` of level 0. */
  entries(index: number, width: number): ReadonlyArray<string> {
    return entriesOf(this.#whole(entriesPath(index, width), entriesPath(index, tileWidth))).slice(0, width)
  }

  /** The tree as it can go on growing, and the entries of its last bundle, which is not full. */
  growing(size: number): { readonly tree: GrowingTree; readonly entries: Array<string> } {
    const edge: Array<ReadonlyArray<Uint8Array>> = []
    for (const tile of edgeTiles(size)) edge[tile.level] = this.hashes(tile)
    const width = size % tileWidth
    return {
      tree: new GrowingTree(
        treeHasher,
        size,
        Array.from(edge, (hashes) => hashes ?? [])
      ),
      entries: width === 0 ? [] : [...this.entries(Math.floor(size / tileWidth), width)]
    }
  }

  writeTile(tile: FilledTile): void {
    this.#write(tilePath(tile), Buffer.concat(tile.hashes))
    if (tile.width === tileWidth) this.#removePartial(tilePath(tile))
  }

  writeEntries(index: number, entries: ReadonlyArray<string>): void {
    const path = entriesPath(index, entries.length)
    this.#write(path, bundleOf(entries))
    if (entries.length === tileWidth) this.#removePartial(path)
  }

  /** To be written after all that it says is there. */
  writeState({ cursor, size }: TreeState): void {
    this.#write("state.json", JSON.stringify({ format: 1, size, cursor }))
  }

  /** The newest, and under its size for good. */
  writeCheckpoint(note: string, size: number): void {
    this.writeCheckpointOf(size, note)
    this.#write("checkpoint", note)
  }

  /** One that is not the newest any more. */
  writeCheckpointOf(size: number, note: string): void {
    this.#write(join("checkpoints", String(size)), note)
  }

  #removePartial(path: string): void {
    const partial = join(this.root, `${path}.p`)
    if (existsSync(partial)) rmSync(partial, { recursive: true })
  }

  /** A tile that has become full since takes the place of what it was. */
  #whole(path: string, full: string): Buffer {
    const wanted = join(this.root, path)
    return readFileSync(existsSync(wanted) ? wanted : join(this.root, full))
  }

  #write(path: string, content: Buffer | string): void {
    writeWhole(join(this.root, path), content)
  }
}
