import { Schema } from "effect"

/** Coverage regions of the catalogue. `global` marks a record of no one country; it matches every region filter. */
export const Region = Schema.Literals(["russia", "gcc", "us", "eu", "global"])
export type Region = typeof Region.Type
