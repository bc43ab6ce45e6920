import { availableParallelism, totalmem } from "node:os"

/** What is known of a machine before the service starts on it. */
export interface Machine {
  readonly cores: number
  /** that the process may have, bytes */
  readonly memory: number
}

const threadBytes = 200 * 1_048_576
/** Of the memory, what threads may take by default: one part in so many. */
const memoryParts = 16
const [least, most] = [2, 8]

/**
 * How many query threads suit the machine: one a core, as far as they take a sixteenth of its memory, 2 to 8. With a single
 * one, a key that asks for little would wait for others.
 */
export const queryThreadsOn = ({ cores, memory }: Machine): number =>
  Math.max(least, Math.min(most, cores, Math.floor(memory / memoryParts / threadBytes)))

/** This machine, or the part of it that its container may use. */
export const thisMachine = (): Machine => {
  const limit = process.constrainedMemory()
  const memory = totalmem()
  // a process that is not limited is told 0 or a number beyond all memory
  return { cores: availableParallelism(), memory: limit > 0 && limit < memory ? limit : memory }
}
