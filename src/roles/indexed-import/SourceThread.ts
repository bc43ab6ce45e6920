import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Result, Schema } from "effect"
import { workerData } from "node:worker_threads"
import { ProductFacts } from "../../../domain/product/ProductFacts.ts"
import { openSource } from "../../../infra/sources/OpenSource.ts"
import type { SourceReader, SourceRow } from "../../../infra/sources/SourceRow.ts"
import { type SourceUnreadable, sourceUnreadable } from "../../../infra/sources/SourceUnreadable.ts"
import { TermNumbering } from "../../../infra/inverted-index/TermNumbering.ts"
import { type LoadedProduct, loadedProduct } from "../../../infra/sqlite/product-index/LoadedProduct.ts"
import { answerWithEffects } from "../../../infra/threads/AnswerWithEffects.ts"
import { toDocument } from "../../../projections/product-search/ProductDocument.ts"
import { type DescribedRow, type SourceAnswer, SourceThreadData } from "./SourceAnswers.ts"

/** Few, because a described row takes ten times the memory of its text. */
const rowsPerAnswer = 250

/** The version of a product that was never listed before. */
const firstVersion = 1

const { kind, path } = Schema.decodeUnknownSync(SourceThreadData)(workerData)

const numbering = new TermNumbering()

const decodeFacts = Schema.decodeUnknownResult(ProductFacts)

/** Through the decoder, as a rebuild takes facts from the log; what that cannot read, a rebuild has to say. */
const describe = ({ outcome }: SourceRow): LoadedProduct | null => {
  if (outcome._tag !== "Accepted") return null
  const facts = decodeFacts(outcome.facts)
  if (Result.isFailure(facts)) return null
  return loadedProduct({ _tag: "Put", document: toDocument(facts.success, firstVersion) }, numbering)
}

async function* answersOf({ bytesRead, rows }: SourceReader): AsyncGenerator<SourceAnswer> {
  for await (const batch of rows) {
    for (let from = 0; from < batch.length; from += rowsPerAnswer) {
      const described = batch
        .slice(from, from + rowsPerAnswer)
        .map((row): DescribedRow => ({ ...row, product: describe(row) }))
      yield { _tag: "Rows", rows: described, bytesRead: bytesRead() }
    }
  }
}

const unreadable = ({ detail, reason, source }: SourceUnreadable): SourceAnswer => ({
  _tag: "Unreadable",
  error: { source, reason, detail }
})

let answers: AsyncGenerator<SourceAnswer> | null = null

const open = Effect.map(openSource(kind, path), (reader): SourceAnswer => {
  answers = answersOf(reader)
  return { _tag: "Opened", byteCount: reader.byteCount }
})

// a generator answers in the order in which it is asked, and ends once it has thrown
const next = Effect.tryPromise({
  try: async (): Promise<SourceAnswer> => {
    const answer = await answers?.next()
    return answer === undefined || answer.done === true ? { _tag: "End" } : answer.value
  },
  catch: (cause) => sourceUnreadable(path, cause)
})

await Effect.runPromise(
  answerWithEffects((question) =>
    (question === "open" ? open : next).pipe(Effect.catch((error) => Effect.succeed(unreadable(error))))
  )
)
