import { Predicate, Schema } from "effect"

/**
 * A store cannot answer now: it is busy past its time limit, gone, or out of space. The caller may try again later;
 * nothing was written. `operation` names what was tried, never the data.
 */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  operation: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return ["storage unavailable", this.operation, ...reasonsOf(this.cause)].join(": ")
  }
}

/** The first line of what the outermost error says, and of the innermost, which is what an operator can do something about. */
const reasonsOf = (cause: unknown): ReadonlyArray<string> => {
  const messages: Array<string> = []
  for (let error = cause; Predicate.isError(error) && messages.length < depthMax; error = error.cause) {
    messages.push(error.message.split("\n", 1).join(""))
  }
  const said = messages.filter((message) => message !== "")
  return [...new Set([...said.slice(0, 1), ...said.slice(-1)])]
}

const depthMax = 10
