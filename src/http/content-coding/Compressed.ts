import { Effect, Semaphore } from "effect"
import type { HttpBody } from "effect/http"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"
import { promisify } from "node:util"
import type { Coding } from "./AcceptedCoding.ts"

type Bytes = HttpBody.Uint8Array

/** What takes longer to compress than some hundred microseconds is left to a thread. */
const largeBytes = 32 * 1024

/** Each takes a thread of the process, and some megabytes. */
const largeAtOnce = 2

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY } = constants
// beyond these levels up to twice the time saves some 8 % of the size (docs/adr/0078-conditional-requests-and-compression.md)
const gzipOptions = { level: 4 }
const brotliOptions = { params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_LGWIN]: 18 } }

const gzipAside = promisify(gzip)
const brotliAside = promisify<Uint8Array, object, Uint8Array>(brotliCompress)

const atOnce = (bytes: Uint8Array, coding: Coding): Uint8Array =>
  coding === "br" ? brotliCompressSync(bytes, brotliOptions) : gzipSync(bytes, gzipOptions)

const aside = (bytes: Uint8Array, coding: Coding): Promise<Uint8Array> =>
  coding === "br" ? brotliAside(bytes, brotliOptions) : gzipAside(bytes, gzipOptions)

/**
 * Bodies that are compressed already, kept as long as they themselves are, from the second time on: a page of results that is
 * remembered, or a document, is the same object again; most others come once.
 */
class PreparedBodies {
  readonly #seen = new WeakSet<Bytes>()
  readonly #kept = new WeakMap<Bytes, Uint8Array>()

  of(body: Bytes): Uint8Array | undefined {
    return this.#kept.get(body)
  }

  keep(body: Bytes, compressed: Uint8Array): Uint8Array {
    if (this.#seen.has(body)) this.#kept.set(body, compressed)
    else this.#seen.add(body)
    return compressed
  }
}

/** Compresses bodies of responses, each that comes again once. */
export const makeCompressor = () => {
  const prepared = { br: new PreparedBodies(), gzip: new PreparedBodies() }
  const threads = Semaphore.makeUnsafe(largeAtOnce)

  return (body: Bytes, coding: Coding): Effect.Effect<Uint8Array> => {
    const bodies = prepared[coding]
    const known = bodies.of(body)
    if (known !== undefined) return Effect.succeed(known)
    if (body.contentLength < largeBytes) return Effect.sync(() => bodies.keep(body, atOnce(body.body, coding)))
    return Effect.promise(() => aside(body.body, coding)).pipe(
      threads.withPermits(1),
      Effect.map((compressed) => bodies.keep(body, compressed))
    )
  }
}
