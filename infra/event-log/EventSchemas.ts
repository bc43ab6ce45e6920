import { Schema } from "effect"
import { type Category, Category as Categories, type DomainEvent, eventUnions } from "../../domain/EventEnvelope.ts"
import { eventNotes } from "./EventNotes.ts"

/** A type of event with the fields of its data: the tag is the type, and no part of it. */
interface EventCase {
  readonly type: DomainEvent["_tag"]
  readonly fields: Schema.Struct.Fields
}

const isType = (tag: string): tag is DomainEvent["_tag"] => Object.hasOwn(eventNotes, tag)

const casesOf = (union: {
  readonly cases: { readonly [tag: string]: { readonly fields: Schema.Struct.Fields } }
}): ReadonlyArray<EventCase> =>
  Object.entries(union.cases).map(
    ([
      type,
      {
        fields: { _tag, ...fields }
      }
    ]) => {
      if (!isType(type)) throw new Error(`infra/event-log/EventNotes.ts does not say what ${type} means`)
      return { type, fields }
    }
  )

/** Every type of event, by category. */
export const eventCases: { readonly [C in Category]: ReadonlyArray<EventCase> } = {
  product: casesOf(eventUnions.product),
  key: casesOf(eventUnions.key),
  account: casesOf(eventUnions.account),
  usage: casesOf(eventUnions.usage),
  audit: casesOf(eventUnions.audit)
}

/** Where the service has the JSON Schema of the data of an event. */
export const schemaPath = (type: string): `/${string}` => `/schemas/${type}.json`

/** The JSON Schema of the data of every type of event. It lets through fields that came later. */
export const eventSchemas = (): ReadonlyArray<{ readonly path: `/${string}`; readonly document: object }> =>
  Categories.literals.flatMap((category) =>
    eventCases[category].map(({ fields, type }) => {
      const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.Struct(fields))
      return {
        path: schemaPath(type),
        document: {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          title: type,
          description: eventNotes[type].meaning,
          // of no fields Effect says: anything but null
          ...(Object.keys(fields).length === 0 ? { type: "object" } : schema),
          ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions })
        }
      }
    })
  )
