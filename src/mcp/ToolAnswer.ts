import { Predicate } from "effect"
import type { EdgeError } from "../api/EdgeError.ts"
import { givenUpRetryAfterSeconds, storageRetryAfterSeconds } from "../api/ErrorResponse.ts"
import type { ValidationItem } from "../api/validation/ValidationItem.ts"
import { echoed } from "./Echo.ts"
import { withoutNulls, withPlainTexts } from "./PlainText.ts"

/** What a tool has to say: the body of its REST twin, and what a model could do next where that is not plain. */
export interface ToolAnswer {
  readonly data: object
  readonly hint?: string
}

/** A result as the protocol has it. */
export interface ToolResult {
  readonly content: Array<{ readonly type: "text"; readonly text: string }>
  readonly structuredContent?: { [name: string]: unknown }
  readonly isError?: boolean
  readonly [name: string]: unknown
}

const text = (value: string) => ({ type: "text" as const, text: value })

/** The data twice, because clients differ in what they show the model: as it is, and as compact text without nulls. */
export const toolResult = ({ data, hint }: ToolAnswer): ToolResult => {
  const plain = withPlainTexts(data)
  return {
    content: [text(JSON.stringify(withoutNulls(plain))), ...(hint === undefined ? [] : [text(hint)])],
    structuredContent: Predicate.isObject(plain) ? { ...plain } : {}
  }
}

/** A failure in words that say how to correct the call. */
export const toolFailure = (message: string): ToolResult => ({ content: [text(message)], isError: true })

/** In a sentence for a model, without the prefix that pydantic gives every error of this kind. */
const offence = ({ input, loc, msg }: ValidationItem): string => {
  const said = `${loc.slice(1).join(".")}: ${msg.replace(/^(?:Value error, )+/, "")}`
  return input === null ? said : `${said}, not ${echoed(JSON.stringify(input))}`
}

/** What the tool's failure means for whoever called it; those of the key and the quota never come here. */
export const failureOf = (error: EdgeError): ToolResult => {
  switch (error._tag) {
    case "RequestInvalid":
      return toolFailure(`Invalid arguments. ${error.items.map(offence).join("; ")}.`)
    case "PlanTooLow":
      return toolFailure(`${error.detail} get_food_api_plans lists the plans; get_food_api_account tells this key's.`)
    case "ProductNotFound":
      return toolFailure(
        "No product has this ID. IDs come from search_food or lookup_barcode, like usda_171265; use one of those first."
      )
    case "Busy":
      return tryAgain(error.retryAfterSeconds)
    case "QuestionGivenUp":
      return tryAgain(givenUpRetryAfterSeconds)
    default:
      return tryAgain(storageRetryAfterSeconds)
  }
}

const tryAgain = (seconds: number): ToolResult =>
  toolFailure(`The service cannot answer right now. Try the same call again in ${seconds} s.`)
