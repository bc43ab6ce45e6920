import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { openApiDocument } from "../../api/contract/OpenApiDocument.ts"
import { postmanCollection } from "../../api/contract/PostmanCollection.ts"
import { HttpOptions } from "../../api/HttpOptions.ts"
import { css, documentRoute, type FixedDocument, javascript } from "../../api/FixedDocument.ts"

const { resolve } = createRequire(import.meta.url)

const fromSwaggerUi = (name: string): Uint8Array => readFileSync(resolve(`swagger-ui-dist/${name}`))

const ours = (name: string): Uint8Array => readFileSync(new URL(`../docs-page/${name}`, import.meta.url))

/** Where the service is by default. */
const loopback = "http://127.0.0.1:8080"

/** `/openapi.json`, the same as a Postman collection, and what the page `/docs` is made of: Swagger UI from the installed package, so that it needs no other host. */
export const DocumentRoutes = Layer.unwrap(
  Effect.gen(function* () {
    const { publicUrl } = yield* HttpOptions
    const openApi = new TextEncoder().encode(JSON.stringify(openApiDocument()))
    const documents: ReadonlyArray<FixedDocument> = [
      {
        path: "/openapi.json",
        contentType: "application/json",
        content: openApi,
        headers: { "access-control-allow-origin": "*" }
      },
      {
        path: "/postman.json",
        contentType: "application/json",
        content: new TextEncoder().encode(JSON.stringify(postmanCollection(publicUrl ?? loopback))),
        headers: { "access-control-allow-origin": "*" }
      },
      { path: "/docs/initialise.js", contentType: javascript, content: ours("initialise.js") },
      { path: "/docs/page.css", contentType: css, content: ours("page.css") },
      { path: "/docs/swagger-ui.css", contentType: css, content: fromSwaggerUi("swagger-ui.css") },
      { path: "/docs/swagger-ui-bundle.js", contentType: javascript, content: fromSwaggerUi("swagger-ui-bundle.js") }
    ]
    return Layer.mergeAll(Layer.empty, ...documents.map(documentRoute))
  })
)
