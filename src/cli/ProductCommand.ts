import { Console, Effect, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import { productStream } from "../../domain/EventEnvelope.ts"
import { EventLog } from "../../domain/ports/EventLog.ts"
import { parseProductId } from "../../domain/product/ProductId.ts"
import { exportCommand } from "./ExportProducts.ts"
import { withStores } from "./Stores.ts"
import { json, table } from "./Output.ts"

/** The log has no such product. */
export class ProductUnknown extends Schema.TaggedError<ProductUnknown>()("ProductUnknown", { id: Schema.String }) {
  override get message(): string {
    return `there is no product ${this.id}`
  }
}

const find = Effect.fnUntraced(function* (text: string) {
  const id = yield* Effect.fromOption(parseProductId(text)).pipe(
    Effect.mapError(() => new ProductUnknown({ id: text }))
  )
  const history = yield* (yield* EventLog).readStream("product", productStream(id))
  return history.length === 0 ? yield* new ProductUnknown({ id }) : history
})

const show = Command.make(
  "show",
  {
    id: Argument.String("id").pipe(Argument.withDescription("e.g. usda_171265, off_4600000000008, c_milk_whole")),
    json
  },
  Effect.fn(function* (flags) {
    const history = yield* find(flags.id)
    const withFacts = history.findLast(({ event }) => event._tag !== "ProductWithdrawn")?.event
    const facts = withFacts !== undefined && "facts" in withFacts ? withFacts.facts : null
    const steps = history.map(({ actor, commandId, event, recordedAt, streamVersion }) => ({
      version: streamVersion,
      type: event._tag,
      time: new Date(recordedAt).toISOString(),
      actor,
      command: commandId,
      ...("reason" in event ? { reason: event.reason } : {})
    }))
    if (flags.json) return yield* Console.log(JSON.stringify({ facts, history: steps }))
    yield* Console.log(JSON.stringify(facts, null, 2))
    yield* Console.log(
      table([
        ["VERSION", "EVENT", "TIME", "BY", "REASON"],
        ...steps.map((step) => [
          `${step.version}`,
          step.type,
          step.time,
          step.actor,
          "reason" in step ? step.reason : ""
        ])
      ])
    )
  }, withStores)
).pipe(Command.withDescription("Show a product's facts and its history, from the log"))

export const productCommand = Command.make("product").pipe(
  Command.withAlias("products"),
  Command.withDescription("Inspect products, and export all of them"),
  Command.withSubcommands([show, exportCommand])
)
