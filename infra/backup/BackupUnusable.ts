import { Schema } from "effect"

/** A backup cannot be restored from: damaged, cut off, sealed with another passphrase, or no backup at all. */
export class BackupUnusable extends Schema.TaggedError<BackupUnusable>()("BackupUnusable", { reason: Schema.String }) {
  override get message(): string {
    return `the backup cannot be used: ${this.reason}`
  }
}
