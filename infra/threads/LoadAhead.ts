import { Worker } from "node:worker_threads"

// the young generation is for short-lived objects: at its usual 48 MB a thread takes twice the memory and is no faster
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 }

const ahead = new Map<string, Worker>()

/**
 * Begins to load the module of a thread that will be started soon, beside what its caller goes on to load. The module finds no
 * `workerData`. Keeps no process alive.
 */
export const loadAhead = (name: string, module: URL): void => {
  const worker = newWorker(name, module)
  worker.unref()
  ahead.set(module.href, worker)
}

/** The thread that was loaded ahead, for the first who asks; a new one otherwise. */
export const takeWorker = (name: string, module: URL, workerData?: unknown): Worker => {
  const loaded = ahead.get(module.href)
  ahead.delete(module.href)
  return loaded ?? newWorker(name, module, workerData)
}

const newWorker = (name: string, module: URL, workerData?: unknown): Worker =>
  new Worker(module, { name, resourceLimits, workerData })
