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
    const reason = Predicate.isError(this.cause) ? `: ${this.cause.message.split("\n", 1).join("")}` : ""
    return `storage unavailable: ${this.operation}${reason}`
  }
}
