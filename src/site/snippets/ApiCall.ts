import type { Schema } from "effect"

export type JsonObject = { readonly [name: string]: Schema.Json }

/** A request to the interface, from which its code in each language is written. */
export interface ApiCall {
  /** scheme, host and port of the service */
  readonly origin: string
  readonly method: "GET" | "POST"
  readonly path: string
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: JsonObject | null
  /** what stands for the key; `null`: the operation needs none */
  readonly key: string | null
  /** the same by a tool of the MCP endpoint; `null`: no tool does it */
  readonly tool: { readonly name: string; readonly arguments: JsonObject } | null
}

/** Stands in code for the key of whoever copies it. */
export const keyPlaceholder = "YOUR_API_KEY"

export interface Snippet {
  readonly id: "curl" | "typescript" | "python" | "mcp"
  readonly code: string
}
