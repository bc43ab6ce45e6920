import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import {
  analyzeRequests,
  barcodeBatchRequests,
  examples,
  productBatchRequests
} from "../../src/api/contract/Examples.ts"
import { openApiDocument } from "../../src/api/contract/OpenApiDocument.ts"
import { temporaryFolder } from "../support/EmbeddedStores.ts"
import { fooddata, startService } from "../support/ServiceProcess.ts"

const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.Literals(["query", "path"]),
  description: Schema.String,
  example: Schema.optionalKey(Schema.String)
})
const Operation = Schema.Struct({ operationId: Schema.String, parameters: Schema.Array(Parameter) })
const Document = Schema.Struct({ paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)) })

const { paths } = Schema.decodeUnknownSync(Document)(openApiDocument())

const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation }))
)

/** The address of an operation whose parameters have the values of their examples. */
const addressOf = ({ parameters, path }: (typeof operations)[number]): string => {
  const given = parameters.flatMap(({ example, ...rest }) => (example === undefined ? [] : [{ ...rest, example }]))
  const filled = given
    .filter((parameter) => parameter.in === "path")
    .reduce((text, { example, name }) => text.replace(`{${name}}`, example), path)
  const query = new URLSearchParams(
    given.filter((parameter) => parameter.in === "query").map(({ example, name }): [string, string] => [name, example])
  )
  return query.size === 0 ? filled : `${filled}?${query.toString()}`
}

/** Done when every product has its vector: until then searches by meaning are told to come back. */
const vectorsMade = (url: string) =>
  Effect.promise(async () => (await fetch(`${url}/readyz`)).text()).pipe(
    Effect.repeat({
      schedule: Schedule.spaced("500 millis"),
      until: (text) => text.includes("every product has its vector")
    })
  )

const credentials = { email: "anna@example.com", password: "violet-lamp-on-the-roof" }
const bodies: Readonly<Record<string, object>> = {
  analyze: analyzeRequests.text.value,
  productBatch: productBatchRequests.ids.value,
  barcodeBatch: barcodeBatchRequests.barcodes.value,
  signUp: credentials,
  logIn: credentials
}

const keyIn = (stdout: string): string => /fdb_\w{40}/.exec(stdout)?.[0] ?? ""
const keyIdIn = (stdout: string): string => /key_[0-9a-z]+/.exec(stdout)?.[0] ?? ""

describe("the examples of the document, asked of a service with the bundled catalogue", () => {
  it.live("each operation answers its example", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const service = yield* startService(folder, { BUNDLED_CATALOGUE: "true" })
      const issued = (yield* fooddata(folder, "key", "issue", "--plan", "growth")).stdout
      const key = keyIn(issued)
      yield* vectorsMade(service.url)
      const auditor = keyIn((yield* fooddata(folder, "key", "issue", "--role", "auditor")).stdout)
      const ask = (method: string, path: string, body?: object) =>
        Effect.promise(async () => {
          const sent = body === undefined ? {} : { body: JSON.stringify(body) }
          const opens = path.startsWith("/v1/audit/") ? auditor : key
          const headers = { "x-api-key": opens, ...(body === undefined ? {} : { "content-type": "application/json" }) }
          const response = await fetch(service.url + path, { method, headers, ...sent })
          return { response, text: await response.text() }
        }).pipe(
          // a busy machine may be asked again, as its answer says
          Effect.repeat({ schedule: Schedule.spaced("1 second"), until: ({ response }) => response.status !== 503 }),
          Effect.map(({ response, text }) => {
            assert.isTrue(response.ok, `${method} ${path}: ${response.status} ${text}`)
            return text === "" ? null : JSON.parse(text)
          })
        )
      const asked = yield* Effect.forEach(operations, (operation) => {
        // the key is of no more use after it, and a receipt there is only with a tree: `Witnessed.test.ts`
        if (["rotateKey", "rotationReceipt"].includes(operation.operationId)) return Effect.succeed(null)
        const body = bodies[operation.operationId]
        // the usage of a key that there is not is an error: the example's place is taken by one that there is
        const address = addressOf(operation).replace(/(?<=[?&]key=)key_[0-9a-z]+/, keyIdIn(issued))
        return Effect.map(ask(operation.method, address, body), (answer) => [operation.operationId, answer])
      })
      const answers = new Map(asked.filter((each) => each !== null).map(([id, answer]) => [id, answer]))
      for (const id of ["search", "suggest", "barcode", "product", "productBatch", "barcodeBatch", "analyze"])
        assert.deepStrictEqual(answers.get(id), examples[id], id)
      assert.strictEqual(answers.get("semanticSearch").results[0].id, "c_pumpkin_seeds")
      assert.hasAllKeys(answers.get("me"), [
        "plan",
        "requests_today",
        "requests_limit",
        "key_prefix",
        "is_active",
        "features"
      ])
      assert.lengthOf(answers.get("plans").plans, 4)
      assert.match(answers.get("signUp").key, /^fdb_\w{40}$/)
      yield* ask("POST", "/v1/analyze", analyzeRequests.items.value)
      const rotated = yield* ask("POST", "/v1/dashboard/keys/rotate")
      assert.match(rotated.key, /^fdb_\w{40}$/)
    })
  )

  it("says of each parameter what it is, and fills the required ones in", () => {
    for (const { operationId, parameters } of operations)
      for (const parameter of parameters) assert.isNotEmpty(parameter.description, `${operationId} ${parameter.name}`)
    const required = operations.flatMap(({ operationId, parameters }) =>
      parameters.filter(({ example }) => example !== undefined).map(({ name }) => `${operationId} ${name}`)
    )
    assert.deepStrictEqual(required, [
      "search q",
      "suggest q",
      "semanticSearch q",
      "barcode barcode",
      "product product_id",
      "auditUsage key",
      "auditUsage from",
      "auditUsage to"
    ])
  })
})
