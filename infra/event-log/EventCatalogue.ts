import type { Schema } from "effect"
import { type Category, Category as Categories, type DomainEvent, eventUnions } from "../../domain/EventEnvelope.ts"
import { table } from "../markdown/Table.ts"
import { type EventField, fieldsOf } from "./EventFields.ts"
import { categoryNotes, commandNotes, eventNotes } from "./EventNotes.ts"
import type { EventShape } from "./EventShapes.ts"

interface EventType {
  readonly type: DomainEvent["_tag"]
  readonly fields: Schema.Struct.Fields
}

const isNoted = (type: string): type is DomainEvent["_tag"] => Object.hasOwn(eventNotes, type)

const typesOf = (category: Category): ReadonlyArray<EventType> =>
  Object.entries(eventUnions[category].cases).map(([type, { fields }]) => {
    if (!isNoted(type)) throw new Error(`infra/event-log/EventNotes.ts does not say what ${type} means`)
    return { type, fields }
  })

const introduction = `# Event catalogue

Every type of event in the log, from the schemas in \`domain/\`. Written by \`node bin/node.mjs bin/event-catalogue.mjs\`,
and not by hand.

An event is a fact in JSON. It is never changed, and every event that was ever written is read for ever, so a type has no
version numbers: what is added later has a default for the events that lack it, and what would mean something else is a
new type. Fields that a reader does not know it ignores.
The service has the JSON Schema of the data of each type: \`/schemas/<type>.json\`, as \`/schemas/ProductListed.json\`; messages in Kafka
point there (\`dataschema\`). Each shape that was ever written is kept as a file in
\`test/fixtures/events\`; the examples are those files, and tests decode them. There the type is \`_tag\`.

What every event carries:

`

const envelope: ReadonlyArray<ReadonlyArray<string>> = [
  ["exported", "in Kafka", "what"],
  ["`id`", "`id`", "the same wherever the event is met: it comes from stream and version"],
  [
    "`type`",
    "`type`",
    "as here; in Kafka after `food.product.`, `food.key.`, `food.account.`, `food.usage.`, `food.audit.`"
  ],
  ["`stream`", "`subject`", "the stream's name; its category is what stands before the first `-`"],
  ["`version`", "`streamversion`", "counts the events of the stream from 1, without gaps"],
  [
    "`cursor`",
    "`logtx`, `logposition`",
    "its place in the log, compared as a pair; embedded, the first is 0 and left out"
  ],
  ["`time`", "`time`", "the log's clock; RFC 3339, UTC"],
  ["`command`", "`commandid`", "the same for all events of one command; a command that is repeated writes nothing"],
  [
    "`actor`",
    "`actor`",
    "who caused it: `operator:<name>` (`cli` where an operator had no name), `system`, `key:<key id>` or `account:<account id>`"
  ],
  ["`checksum`", "`checksum`", "of all that stands here but `id` and the place, see `infra/crypto/EventChecksum.ts`"],
  ["`data`", "`data`", "the fields below"]
]

/** The catalogue as Markdown, in the formatter's own hand. */
export const eventCatalogue = (shapes: ReadonlyArray<EventShape>): string =>
  [introduction + table(envelope), ...Categories.literals.map((category) => sectionOf(category, shapes))].join("\n")

const sectionOf = (category: Category, shapes: ReadonlyArray<EventShape>): string => {
  const { consumers, holds, stream, title } = categoryNotes[category]
  const types = typesOf(category)
  const known = new Map<string, string>()
  const events = types.map(({ fields, type }) => {
    const section = [
      `### ${type}\n`,
      eventNotes[type].meaning,
      "",
      ...eventNotes[type].commands.map((command) => `- Decided by \`${command}\`: ${commandNotes[command]}.`),
      `- Shapes: ${shapesOf(type, shapes)}.\n`,
      fieldTable(type, fieldsOf(fields), known),
      exampleOf(type, shapes)
    ]
    return section.join("\n")
  })
  const readers = consumers.map((consumer) => `- ${consumer}`).join("\n")
  return [`## ${title}\n`, `Streams \`${stream}\`. ${holds} Read by\n`, `${readers}\n`, ...events].join("\n")
}

const shapesOf = (type: string, shapes: ReadonlyArray<EventShape>): string =>
  shapes
    .filter((shape) => shape.type === type)
    .map(({ file }) => `[${file}](../test/fixtures/events/${file})`)
    .join(", ")

const exampleOf = (type: string, shapes: ReadonlyArray<EventShape>): string => {
  const example = shapes.find((shape) => shape.type === type)
  if (example === undefined) throw new Error(`${type} has no file in test/fixtures/events`)
  return `\`\`\`json\n${example.text.trimEnd()}\n\`\`\`\n`
}

/** What an object holds is listed once in a section; later types refer to the first. */
const fieldTable = (type: string, fields: ReadonlyArray<EventField>, known: Map<string, string>): string => {
  if (fields.length === 0) return "No fields.\n"
  const rows = fields.flatMap((field): ReadonlyArray<ReadonlyArray<string>> => {
    const root = field.path.split(/[.[]/)[0] ?? ""
    const isInside = root !== field.path
    const first = isInside ? (known.get(root) ?? type) : type
    if (isInside) known.set(root, first)
    return first === type ? [rowOf(field)] : []
  })
  const referred = fields.flatMap(({ path }) => {
    const first = known.get(path)
    return first === undefined || first === type
      ? []
      : [`What is in \`${path}\`: as in [${first}](#${anchorOf(first)}).\n`]
  })
  return [table([["field", "type", "what"], ...rows]), ...referred].join("\n")
}

const anchorOf = (heading: string): string => heading.toLowerCase()

const rowOf = ({ description, isOptional, path, type }: EventField): ReadonlyArray<string> => [
  `\`${path}\``,
  isOptional ? `${type}, optional` : type,
  description
]
