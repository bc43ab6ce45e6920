import { Schema } from "effect"

/** A backup cannot be made or restored here, and why. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}
