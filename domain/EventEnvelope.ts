import { type Result, Schema } from "effect"
import { AccountEvent, type AccountId } from "./account/AccountEvent.ts"
import { AuditEvent } from "./audit/AuditEvent.ts"
import { KeyEvent, type KeyId } from "./key/KeyEvent.ts"
import { ProductEvent } from "./product/ProductEvent.ts"
import { ProductId } from "./product/ProductId.ts"
import { UsageEvent, type UsageDay } from "./usage/UsageEvent.ts"

/** Everything that can stand in the log. */
export const DomainEvent = Schema.Union([ProductEvent, KeyEvent, AccountEvent, UsageEvent, AuditEvent])
export type DomainEvent = typeof DomainEvent.Type

/** A stream's category is what stands before the first `-` of its name; each has its own kinds of event. */
export const Category = Schema.Literals(["product", "key", "account", "usage", "audit"])
export type Category = typeof Category.Type

export interface EventOf {
  readonly product: ProductEvent
  readonly key: KeyEvent
  readonly account: AccountEvent
  readonly usage: UsageEvent
  readonly audit: AuditEvent
}

/** The kinds of event of each category. */
export const eventUnions = {
  product: ProductEvent,
  key: KeyEvent,
  account: AccountEvent,
  usage: UsageEvent,
  audit: AuditEvent
} as const

/** Reads the events of each category as they are stored, with `_tag`; a failure is of an event that today's schema cannot read. */
export const eventDecoders: {
  readonly [C in Category]: (data: unknown) => Result.Result<EventOf[C], Schema.SchemaError>
} = {
  product: Schema.decodeUnknownResult(ProductEvent),
  key: Schema.decodeUnknownResult(KeyEvent),
  account: Schema.decodeUnknownResult(AccountEvent),
  usage: Schema.decodeUnknownResult(UsageEvent),
  audit: Schema.decodeUnknownResult(AuditEvent)
}

export type StreamId<C extends Category = Category> = `${C}-${string}`

/** What the names of all streams of products begin with. */
export const productStreamPrefix = "product-"
export const productStream = (id: ProductId): StreamId<"product"> => `${productStreamPrefix}${id}`
/** The product that a stream of products is about. */
export const productOfStream = (streamId: string): ProductId =>
  ProductId.make(streamId.slice(productStreamPrefix.length))

export const keyStream = (id: KeyId): StreamId<"key"> => `key-${id}`
export const accountStream = (id: AccountId): StreamId<"account"> => `account-${id}`
export const usageStream = (id: KeyId, day: UsageDay): StreamId<"usage"> => `usage-${id}-${day}`
/** Of what one node refused: a stream of its own, so that it never comes in the way of the ledger's. */
export const refusalStream = (id: KeyId, node: string, day: UsageDay): StreamId<"usage"> => `usage-${id}-${node}-${day}`

/** Who reads the trail, or whose origins are erased: a stream for each, and day, so that none grows for ever. */
export const auditStream = (subject: string, day: UsageDay): StreamId<"audit"> => `audit-${subject}-${day}`

export const isStreamOf =
  <C extends Category>(category: C) =>
  (name: string): name is StreamId<C> =>
    name.startsWith(`${category}-`)

/**
 * A place in the log: the pair (transaction, position), because in Postgres the order of positions is not the order
 * of commits. SQLite has one writer, so its `tx` is always 0. Only a log adapter compares cursors.
 */
export const Cursor = Schema.Struct({ tx: Schema.Int, position: Schema.Int })
export type Cursor = typeof Cursor.Type

export const logStart: Cursor = { tx: 0, position: 0 }

/** `a` is at or past `b` in the order of the log. */
export const isAtOrPast = (a: Cursor, b: Cursor): boolean => a.tx > b.tx || (a.tx === b.tx && a.position >= b.position)

/** The place whose next event is the one at the cursor. */
export const justBefore = ({ position, tx }: Cursor): Cursor => ({ tx, position: position - 1 })

/** Who caused an event: `operator:<name>`, `system`, `key:<keyId>` or `account:<accountId>`; `cli` of operators without a name. */
export const Actor = Schema.Union([
  Schema.Literals(["cli", "system"]),
  Schema.TemplateLiteral(["operator:", Schema.String]),
  Schema.TemplateLiteral(["key:", Schema.String]),
  Schema.TemplateLiteral(["account:", Schema.String])
])
export type Actor = typeof Actor.Type

/** An event as the log keeps it. */
export interface EventEnvelope<C extends Category = Category> {
  readonly cursor: Cursor
  readonly streamId: string
  /** 1 for the first event of a stream, without gaps */
  readonly streamVersion: number
  /** ms since the epoch, the log's clock */
  readonly recordedAt: number
  readonly commandId: string
  readonly actor: string
  readonly event: EventOf[C]
}
