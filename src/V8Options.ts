import { setFlagsFromString } from "node:v8"

// To be imported first. V8 puts objects among the old ones at once where it saw many grow old (the scopes of fibers, for one).
// Of those that die young all the same, the next full collection is the first to notice, and what they refer to waits with
// them: of a search the whole answer. A V8 that does not know the option says so and goes on.
setFlagsFromString("--no-allocation-site-pretenuring")
