import { Schema } from "effect"
import { type Category, Category as Categories } from "../../domain/EventEnvelope.ts"
import { eventCases, schemaPath } from "../event-log/EventSchemas.ts"
import { CommonAttributes, contentType, EventAttributes, eventTypePrefix } from "../event-log/CloudEvent.ts"
import { defaultTopics } from "./KafkaCluster.ts"
import { batchHeader, progressHeader, progressType, RelayProgress } from "./BatchPart.ts"

type Json = { readonly [name: string]: unknown }

const about: { readonly [C in Category]: string } = {
  product: "What became known about products. Kept for ever, so a reader can begin at the beginning.",
  key: "What happened to API keys: never a key itself, only its keyed digest. Kept for ever.",
  account: "What happened to accounts: never an e-mail address, a password or its hash. Kept for ever.",
  usage: "Leases of the usage ledger and the calls that were counted. Kept for as long as the operator says.",
  audit: "Who read the audit trail, and what was erased of it. Kept for ever."
}

const schemaOf = (schema: Schema.Constraint): unknown => Schema.toJsonSchemaDocument(schema).schema

type Headers = { readonly [name: string]: { readonly isRequired: boolean; readonly description: string } }

const contentTypeHeader: Headers = { "content-type": { isRequired: true, description: "" } }
const eventHeaders: Headers = {
  ...contentTypeHeader,
  [batchHeader]: {
    isRequired: false,
    description:
      "JSON, of the last event of a partition in a batch of the relay: every event of the category after `from`, up to and with `to`, belongs to one of these `partitions`, and in this one none comes after this message. Readers that need no completeness ignore it."
  }
}
const progressHeaders: Headers = { ...contentTypeHeader, [progressHeader]: { isRequired: true, description: "" } }

const messageOf = (name: string, type: string, summary: string, payload: unknown, headers: Headers) => ({
  name,
  title: name,
  summary,
  contentType,
  headers: {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(headers).map(([header, { description }]) => [
        header,
        { type: "string", ...(description === "" ? {} : { description }) }
      ])
    ),
    required: Object.keys(headers).filter((header) => headers[header]?.isRequired)
  },
  payload,
  ...(type === progressType ? {} : { bindings: { kafka: { key: { type: "string", description: "the stream" } } } })
})

/** AsyncAPI 3.0 of the topics, generated from the schemas that write and read them. */
export const asyncApi = (version: string): Json => {
  const messages: Record<string, unknown> = {}
  for (const category of Categories.literals) {
    for (const { fields, type: tag } of eventCases[category]) {
      const type = eventTypePrefix(category) + tag
      const dataschema = Schema.optionalKey(Schema.String).annotateKey({
        description: `Where the service has the JSON Schema of \`data\`: ${schemaPath(tag)}, after PUBLIC_URL where that is set. Messages of before have none.`
      })
      const event = Schema.Struct({
        ...EventAttributes,
        dataschema,
        type: Schema.Literal(type),
        data: Schema.Struct(fields)
      })
      messages[tag] = messageOf(tag, type, `A CloudEvent of type ${type}.`, schemaOf(event), eventHeaders)
    }
  }
  const progress = Schema.Struct({ ...CommonAttributes, type: Schema.Literal(progressType), data: RelayProgress })
  messages["RelayProgress"] = messageOf(
    "RelayProgress",
    progressType,
    "Written by earlier versions, and not since: every event of the category after `from`, up to and with `to`, that belongs to this partition precedes this message. Readers that need no completeness ignore it.",
    schemaOf(progress),
    progressHeaders
  )
  return {
    asyncapi: "3.0.0",
    info: {
      title: "fooddata events",
      version,
      description:
        "CloudEvents 1.0 in structured JSON, one topic for each category. The key of a message is the stream, so the events of a stream stand in one partition in the order of `streamversion`. Delivery is at least once: skip an event whose `streamversion` is not above the one applied last. `logtx` and `logposition` are its place in the log."
    },
    defaultContentType: contentType,
    channels: Object.fromEntries(Categories.literals.map((category) => [category, channelOf(category)])),
    operations: Object.fromEntries(Categories.literals.map((category) => [`${category}Events`, operationOf(category)])),
    components: { messages }
  }
}

const messageNames = (category: Category): ReadonlyArray<string> => [
  ...eventCases[category].map(({ type }) => type),
  "RelayProgress"
]

const channelOf = (category: Category) => ({
  address: defaultTopics[category],
  description: about[category],
  messages: Object.fromEntries(messageNames(category).map((name) => [name, { $ref: `#/components/messages/${name}` }])),
  bindings: { kafka: { topicConfiguration: { "cleanup.policy": ["delete"] } } }
})

const operationOf = (category: Category) => ({
  action: "send",
  channel: { $ref: `#/channels/${category}` },
  summary: `The relay carries the events of the category ${category} from the log into Kafka.`,
  messages: messageNames(category).map((name) => ({ $ref: `#/channels/${category}/messages/${name}` }))
})
