import { isWordTerm, spellingOf } from "../../domain/language/Terms.ts"
import { phoneticKeyOf } from "../../domain/language/PhoneticKey.ts"
import { Beginnings } from "./Beginnings.ts"
import { ByteWriter } from "./ByteWriter.ts"
import type { ChunkSink } from "./Chunks.ts"
import { DictionaryWriter } from "./DictionaryWriter.ts"
import { IdWriter } from "./ProductIds.ts"
import { categoryField, fieldBits, fieldOf } from "./Posting.ts"
import { PostingListWriter } from "./PostingListWriter.ts"
import { WordWriter } from "./PostingWords.ts"
import { orderInRegion, regionCount, regionOf } from "./ProductKey.ts"
import { type SegmentHeader, writeHeader } from "./SegmentHeader.ts"
import { keyOf, kinds, textOf } from "./TermKey.ts"

/** Stands between a sound and the word that has it; no word holds it. */
export const soundEnd = "\u0000"

/** An entry without postings: it has none in names, and none in categories. */
const noEntry = Uint8Array.of(0, 0)
/** some hundred groups of sounds */
const soundLetters = 2

/** Products in a segment; postings have 28 bits for the product and the field. */
export const productsMax = 2 ** (31 - fieldBits)

/**
 * Writes a segment: first its products in the order of their keys and ids, then its tags, names and terms in the order
 * of their keys, each with its postings. Beginnings and sounds come of themselves.
 */
export class SegmentWriter {
  private readonly sink: ChunkSink
  private readonly segment: number
  private readonly dictionary: DictionaryWriter
  private readonly postings: WordWriter
  private readonly lists: PostingListWriter
  private readonly plainness: WordWriter
  private readonly numbers: WordWriter
  private readonly ids: IdWriter
  private readonly regions = new Int32Array(regionCount + 1)
  private readonly entry = new ByteWriter()
  private readonly tails = new ByteWriter()
  private named = new Int32Array(64)
  private categories = new Int32Array(64)
  private beginnings: Beginnings | null = null
  /** the entries of beginnings, by what these are: their lists come before the dictionary takes them */
  private readonly beginningEntries = new Map<string, Uint8Array>()
  /** sounds with their words, by their first letters, since sorting all of them at once takes long */
  private readonly sounds = new Map<string, Array<string>>()
  private products = 0

  constructor(sink: ChunkSink, segment: number) {
    this.sink = sink
    this.segment = segment
    this.dictionary = new DictionaryWriter(sink, segment)
    this.postings = new WordWriter(sink, segment, "postings")
    this.lists = new PostingListWriter(this.postings)
    this.plainness = new WordWriter(sink, segment, "plainness")
    this.numbers = new WordWriter(sink, segment, "numbers")
    this.ids = new IdWriter(sink, segment)
  }

  addProduct(key: number, number: number, id: string): void {
    if (this.products >= productsMax) throw new RangeError("a segment has too many products")
    this.plainness.push(orderInRegion(key))
    this.numbers.push(number)
    this.ids.add(id)
    this.products++
    this.regions[regionOf(key) + 1] = this.products
  }

  /** The first `count` postings belong to the key, ascending. */
  addEntry(key: Uint8Array, postings: Int32Array, count: number): void {
    this.write(key, postings, count)
    if (key[0] !== kinds.term) return
    const term = textOf(key)
    if (isWordTerm(term)) {
      const sound = phoneticKeyOf(term)
      if (sound !== null) this.noteSound(sound + soundEnd + term)
    }
    if (spellingOf(term) !== null) this.beginningLists().add(term, postings, count)
  }

  private beginningLists(): Beginnings {
    return (this.beginnings ??= new Beginnings(this.products, (beginning, postings) => {
      this.beginningEntries.set(beginning, this.entryOf(postings, postings.length))
    }))
  }

  private noteSound(sound: string): void {
    const letters = sound.slice(0, soundLetters)
    const known = this.sounds.get(letters)
    if (known === undefined) this.sounds.set(letters, [sound])
    else known.push(sound)
  }

  /** Ends the segment. */
  finish(): SegmentHeader {
    const steps = this.finishing()
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value
    }
  }

  /** The same, in steps between which other work may have its turn. */
  *finishing(): Generator<void, SegmentHeader> {
    this.beginningLists().finish()
    yield
    for (const beginning of [...this.beginningEntries.keys()].sort()) {
      this.dictionary.add(keyOf(kinds.beginning, beginning), this.beginningEntries.get(beginning) ?? noEntry)
    }
    yield
    for (const letters of [...this.sounds.keys()].sort()) {
      const sounds = this.sounds.get(letters) ?? []
      for (const sound of sounds.sort()) this.dictionary.add(keyOf(kinds.sound, sound), noEntry)
      this.sounds.delete(letters)
      yield
    }
    for (const stream of [this.postings, this.plainness, this.numbers]) stream.finish()
    this.ids.finish()
    return this.writeHeader()
  }

  private writeHeader(): SegmentHeader {
    const { chunks, indexBytes } = this.dictionary.finish()
    // a region without products begins and ends where the one before ends
    for (let region = 1; region <= regionCount; region++) {
      this.regions[region] = Math.max(this.regions[region] ?? 0, this.regions[region - 1] ?? 0)
    }
    const header: SegmentHeader = {
      products: this.products,
      regions: this.regions,
      dictionaryChunks: chunks,
      dictionaryIndexBytes: indexBytes
    }
    writeHeader(this.sink, this.segment, header)
    return header
  }

  private write(key: Uint8Array, postings: Int32Array, count: number): void {
    this.dictionary.add(key, this.entryOf(postings, count))
  }

  /** Writes the lists; answers the value of their entry. */
  private entryOf(postings: Int32Array, count: number): Uint8Array {
    if (this.named.length < count) {
      this.named = new Int32Array(2 * count)
      this.categories = new Int32Array(2 * count)
    }
    let named = 0
    let categories = 0
    for (let i = 0; i < count; i++) {
      const posting = postings[i] ?? 0
      if (fieldOf(posting) === categoryField) this.categories[categories++] = posting
      else this.named[named++] = posting
    }
    this.entry.clear()
    this.tails.clear()
    this.entry.varint(named)
    this.entry.varint(categories)
    if (named > 0) this.lists.write(this.named, named, this.tails)
    if (categories > 0) this.lists.write(this.categories, categories, this.tails)
    this.entry.append(this.tails.written())
    return this.entry.written()
  }
}
