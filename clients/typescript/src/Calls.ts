import { UnexpectedAnswerError } from "./Errors.ts"
import type { operations } from "./generated/OpenApi.ts"

export interface CallOptions {
  /** ends the call, also while it waits for another try */
  readonly signal?: AbortSignal
}

type Responses<Operation extends keyof operations> = operations[Operation]["responses"]
type JsonOf<Answer> = Answer extends { readonly content: { readonly "application/json": infer Json } } ? Json : never

/** The query of an operation. Rows come as JSON: other formats are for `raw`. */
export type Query<Operation extends keyof operations> = Omit<
  NonNullable<operations[Operation]["parameters"]["query"]>,
  "format"
>

/** The JSON body that an operation takes. */
export type Body<Operation extends keyof operations> = JsonOf<NonNullable<operations[Operation]["requestBody"]>>

/** The JSON that an operation answers when it succeeds. */
export type Success<Operation extends keyof operations> = JsonOf<
  Responses<Operation>[Extract<keyof Responses<Operation>, 200 | 201>]
>

interface Answer<Data> {
  readonly data?: Data
  readonly response: Response
}

/** The data of an answer. The transport throws for every failure, so an answer without data is none of the service's. */
export const answered = async <Data>(call: Promise<Answer<Data>>): Promise<Data> => {
  const { data, response } = await call.catch(unreadable)
  if (data === undefined) throw new UnexpectedAnswerError(`an answer with status ${response.status} and no body`)
  return data
}

const unreadable = (cause: unknown): never => {
  throw cause instanceof SyntaxError ? new UnexpectedAnswerError("an answer that is no JSON", { cause }) : cause
}
