import { Schema } from "effect"

/** A setting is malformed, contradicts another, or asks for what this version does not have. */
export class SettingsInvalid extends Schema.TaggedError<SettingsInvalid>()("SettingsInvalid", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

export const invalid = (reason: string) => new SettingsInvalid({ reason })
