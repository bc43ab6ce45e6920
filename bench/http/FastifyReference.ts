import Fastify from "fastify"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import process from "node:process"

/**
 * `FastifyReference.ts <file> [log]`: what a search costs at the least in Node with validation. fastify and ajv check the
 * query, a `Map` knows the keys, and the answer of each question, in memory since the start, is written by its schema,
 * with the headers that the service sends. Nothing is searched, counted or kept. With `log` pino writes its line a
 * request; without, nothing is logged.
 */
interface Prepared {
  readonly keys: ReadonlyArray<string>
  readonly pages: Readonly<Record<string, unknown>>
}

const prepared: Prepared = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))
const keys = new Map(prepared.keys.map((key) => [key, { plan: "business", limit: -1, remaining: -1 }]))
const pages = new Map(Object.entries(prepared.pages))

const nullable = (type: "string" | "number") => ({ type: [type, "null"] })

const item = {
  type: "object",
  properties: {
    id: { type: "string" },
    name: { type: "string" },
    barcode: nullable("string"),
    brands: nullable("string"),
    nutrition: {
      type: "object",
      properties: {
        calories: nullable("number"),
        proteins: nullable("number"),
        fats: nullable("number"),
        carbs: nullable("number")
      }
    },
    food_group: { type: "string" },
    image_url: nullable("string"),
    source: { type: "string" },
    verified: { type: "boolean" }
  }
}

const page = {
  type: "object",
  properties: {
    results: { type: "array", items: item },
    total: { type: "integer" },
    query: { type: "string" },
    lang: { type: "string" }
  }
}

const querystring = {
  type: "object",
  required: ["q"],
  properties: {
    q: { type: "string", minLength: 2, maxLength: 200, pattern: "^[^\\u0000]*$" },
    lang: { type: "string", enum: ["en", "ru", "ar"], default: "en" },
    region: { type: "string", enum: ["global", "us", "eu", "russia", "gcc"] },
    limit: { type: "integer", minimum: 1, maximum: 50, default: 10 },
    offset: { type: "integer", minimum: 0, maximum: 10_000, default: 0 },
    source: { type: "string", enum: ["curated", "off"] }
  }
}

interface Search {
  readonly Querystring: { readonly q: string; readonly limit: number }
}

const server = Fastify({ logger: process.argv[3] === "log" ? { stream: process.stderr } : false })

server.get<Search>("/v1/search", { schema: { querystring, response: { 200: page } } }, (request, reply) => {
  const given = request.headers["x-api-key"]
  const quota = typeof given === "string" ? keys.get(given) : undefined
  if (quota === undefined) return reply.code(401).send({ detail: "Invalid API key" })
  const sentId = request.headers["x-request-id"]
  return reply
    .headers({
      "cache-control": "private",
      "x-request-id": typeof sentId === "string" ? sentId : randomUUID(),
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "Retry-After, X-Plan, X-RateLimit-Limit, X-RateLimit-Remaining, X-Request-Id",
      "x-ratelimit-limit": String(quota.limit),
      "x-ratelimit-remaining": String(quota.remaining),
      "x-plan": quota.plan
    })
    .send(pages.get(request.query.q))
})

process.stdout.write(`listens on ${await server.listen({ host: "127.0.0.1", port: 0 })}\nReady.\n`)
process.on("SIGTERM", () => void server.close())
