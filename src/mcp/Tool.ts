import type { Effect } from "effect"
import type { Operation } from "../../domain/usage/UsageEvent.ts"
import type { Admitted } from "../api/admission/Admission.ts"
import type { EdgeError } from "../api/EdgeError.ts"
import type { ToolAnswer } from "./ToolAnswer.ts"
import type { ObjectSchema } from "./ToolSchemas.ts"

/** What a tool says of itself. Every one of ours only looks things up, in our data alone. */
export interface ToolDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
}

/** A tool that needs a key: its call counts as the operation, or, without one, only keeps to the burst limit. */
export interface KeyedTool {
  readonly access: "keyed"
  readonly operation: Operation | null
  /** as how many uses a call counts, all of them or none; one where this is not there. Arguments that are invalid count once. */
  readonly usesOf?: (args: unknown) => number
  readonly description: ToolDescription
  readonly call: (args: unknown, caller: Admitted) => Effect.Effect<ToolAnswer, EdgeError>
}

/** A tool for everybody, with or without a key. */
export interface PublicTool {
  readonly access: "public"
  readonly description: ToolDescription
  readonly call: (args: unknown) => Effect.Effect<ToolAnswer, EdgeError>
}

export type Tool = KeyedTool | PublicTool

export const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
