import { Effect } from "effect"
import { findings, probesOf } from "./ChartFindings.ts"
import { type ChartObject, objectsOf, workloadsOf } from "./ChartObjects.ts"
import { chart, fromPython } from "./DeployTools.ts"

/** The oldest version that the chart is for, and the newest whose schemas are there. */
export const kubernetes = { oldest: "1.30", newest: "1.37" }

/** The chart with a file of values: its objects, or why there are none. */
export const rendered = Effect.fnUntraced(function* (folder: string, values: string) {
  const { code, stderr, stdout } = yield* chart(folder, values, `${kubernetes.oldest}.0`)
  return code === 0 ? { text: stdout, refused: [] } : { text: "", refused: [stderr.trim()] }
})

/** What the schemas of a version of Kubernetes say against objects. */
const refusedByKubernetes = Effect.fnUntraced(function* (text: string, version: string) {
  const options = ["--kubernetes-version", version, "--strict", "--quiet", "-"]
  const { code, stderr, stdout } = yield* fromPython("kubernetes-validate", options, { input: text })
  return code === 0 ? [] : [stdout + stderr]
})

export type Ask = (port: string | number, path: string) => Effect.Effect<number>

/** Probes that ask for something that the service does not have. */
const lostProbes = Effect.fnUntraced(function* (objects: ReadonlyArray<ChartObject>, ask: Ask) {
  const probes = workloadsOf(objects).flatMap(({ spec }) => spec.template.spec.containers.flatMap(probesOf))
  const asked = new Map(probes.map(({ path, port }) => [`${port}${path}`, { path, port }]))
  return yield* Effect.filter(asked.values(), ({ path, port }) =>
    Effect.map(ask(port, path), (status) => status === 404)
  )
})

/** Everything that is wrong with a chart under a file of values, the cheapest checks first. */
export const problems = Effect.fnUntraced(function* (
  folder: string,
  values: string,
  ask: Ask,
  versions: ReadonlyArray<string> = [kubernetes.newest]
) {
  const { refused, text } = yield* rendered(folder, values)
  if (refused.length > 0) return refused
  const objects = yield* Effect.exit(Effect.sync(() => objectsOf(text)))
  if (objects._tag === "Failure") return [String(objects.cause)]
  const lost = yield* lostProbes(objects.value, ask)
  const found = [...findings(objects.value), ...lost.map(({ path, port }) => `no ${path} on ${port}`)]
  if (found.length > 0) return found
  return (yield* Effect.forEach(versions, (version) => refusedByKubernetes(text, version))).flat()
})
