import { Schema } from "effect"

/** A source that cannot be read, or not to its end. What came before stays valid. */
export class SourceUnreadable extends Schema.TaggedError<SourceUnreadable>()("SourceUnreadable", {
  /** the path, or `-` */
  source: Schema.String,
  reason: Schema.Literals([
    "not_found",
    "not_readable",
    "truncated_gzip",
    "corrupt_gzip",
    "corrupt_zip",
    "corrupt_parquet",
    "row_group_too_large",
    "json_invalid",
    "file_missing",
    "header_wrong"
  ]),
  detail: Schema.String
}) {
  override get message(): string {
    return `${this.source}: ${this.reason.replaceAll("_", " ")} (${this.detail})`
  }
}

/** The error of a file operation, in this module's words; what is one already stays. */
export const sourceUnreadable = (source: string, cause: unknown): SourceUnreadable => {
  if (cause instanceof SourceUnreadable) return cause
  const detail = cause instanceof Error ? cause.message : String(cause)
  const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT"
  return new SourceUnreadable({ source, reason: isMissing ? "not_found" : "not_readable", detail })
}
