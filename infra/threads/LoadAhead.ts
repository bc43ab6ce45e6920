import { Worker } from "node:worker_threads"

// the young generation is for short-lived objects: at its usual 48 MB a thread takes twice the memory and is no faster
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 }

const ahead = new Map<string, Worker>()

/**
 * Begins to load the module of a thread that will be started soon, beside what its caller goes on to load. The module finds no
 * `workerData`.
 */
export const loadAhead = (name: string, module: URL): void => void ahead.set(module.href, newWorker(name, module))

/** The thread that was loaded ahead, for the first who asks; a new one otherwise. */
export const takeWorker = (name: string, module: URL, workerData?: unknown): Worker => {
  const loaded = ahead.get(module.href)
  ahead.delete(module.href)
  return loaded ?? newWorker(name, module, workerData)
}

/** Keeps no process alive. */
const newWorker = (name: string, module: URL, workerData?: unknown): Worker => {
  const worker = new Worker(module, { name, resourceLimits, workerData })
  worker.unref()
  return worker
}
