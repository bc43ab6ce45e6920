import { Layer } from "effect"
import { documentRoute } from "../../api/FixedDocument.ts"

/** A JSON Schema, and where it is served. */
export interface SchemaDocument {
  readonly path: `/${string}`
  readonly document: object
}

/** Schemas of events, for whoever reads them in Kafka or in an export. */
export const schemaRoutes = (schemas: ReadonlyArray<SchemaDocument>) =>
  Layer.mergeAll(
    Layer.empty,
    ...schemas.map(({ document, path }) =>
      documentRoute({
        path,
        contentType: "application/schema+json",
        content: new TextEncoder().encode(JSON.stringify(document)),
        headers: { "access-control-allow-origin": "*" }
      })
    )
  )
