import { Schema } from "effect"
import { openApiDocument } from "./OpenApiDocument.ts"

/** what stands in an address */
const Scalar = Schema.Union([Schema.String, Schema.Number, Schema.Boolean])

const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.Literals(["path", "query"]),
  required: Schema.Boolean,
  description: Schema.optionalKey(Schema.String),
  example: Schema.optionalKey(Scalar),
  schema: Schema.Struct({
    type: Schema.optionalKey(Schema.String),
    default: Schema.optionalKey(Scalar),
    enum: Schema.optionalKey(Schema.Array(Scalar)),
    examples: Schema.optionalKey(Schema.Array(Scalar))
  })
})

const Example = Schema.Struct({ summary: Schema.String, value: Schema.Unknown })

const Answer = Schema.Struct({
  description: Schema.String,
  content: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Struct({ example: Schema.optionalKey(Schema.Unknown) }))
  )
})

const Operation = Schema.Struct({
  operationId: Schema.String,
  tags: Schema.Array(Schema.String),
  summary: Schema.String,
  description: Schema.optionalKey(Schema.String),
  parameters: Schema.Array(Parameter),
  security: Schema.Array(Schema.Unknown),
  responses: Schema.Record(Schema.String, Answer),
  requestBody: Schema.optionalKey(
    Schema.Struct({
      content: Schema.Struct({
        "application/json": Schema.Struct({ examples: Schema.Record(Schema.String, Example) })
      })
    })
  )
})

const Document = Schema.Struct({
  info: Schema.Struct({ title: Schema.String, version: Schema.String, description: Schema.String }),
  tags: Schema.Array(Schema.Struct({ name: Schema.String, description: Schema.String })),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation))
})

/** An operation of the OpenAPI document, for what is made from it. */
export interface DescribedOperation {
  readonly id: string
  readonly tag: string
  /** in capitals */
  readonly method: string
  /** with `{name}` for parameters of the path */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly needsKey: boolean
  readonly parameters: ReadonlyArray<typeof Parameter.Type>
  /** bodies that it takes, each with what it shows */
  readonly bodies: ReadonlyArray<typeof Example.Type>
  /** what it answers when it succeeds */
  readonly success: Success
}

interface Success {
  readonly status: number
  readonly description: string
  /** of the JSON; `undefined`: there is no body */
  readonly example: unknown
}

const successOf = ({ operationId, responses }: typeof Operation.Type): Success => {
  for (const [status, { content, description }] of Object.entries(responses)) {
    if (!status.startsWith("2")) continue
    return { status: Number(status), description, example: content?.["application/json"]?.example }
  }
  throw new TypeError(`${operationId} has no answer of success`)
}

let described: ReturnType<typeof readApi> | undefined

/** What the OpenAPI document says of the service, its groups, and the operations in their order. */
export const describedApi = () => (described ??= readApi())

const readApi = () => {
  const { info, paths, tags } = Schema.decodeUnknownSync(Document)(openApiDocument())
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): DescribedOperation => ({
      id: operation.operationId,
      tag: operation.tags[0] ?? "",
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      description: operation.description ?? "",
      needsKey: operation.security.length > 0,
      parameters: operation.parameters,
      bodies: Object.values(operation.requestBody?.content["application/json"].examples ?? {}),
      success: successOf(operation)
    }))
  )
  return { info, tags, operations }
}
