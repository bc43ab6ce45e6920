import { readFileSync } from "node:fs"
import { type ChartObject, type Container, type Pod, type Workload, workloadsOf } from "./ChartObjects.ts"

/** The settings that docs/settings.md lists, which test/docs holds to those that the program reads. */
export const knownSettings: ReadonlySet<string> = new Set(
  [
    ...readFileSync(new URL("../../../docs/settings.md", import.meta.url), "utf8").matchAll(/^\| (`[A-Z_`, ]+`) +\|/gm)
  ].flatMap(([, names = ""]) => names.replaceAll("`", "").split(", "))
)

/** The pods whose labels a selector asks for. */
const selected = (workloads: ReadonlyArray<Workload>, labels: Readonly<Record<string, string>>) =>
  workloads
    .map(({ spec }) => spec.template)
    .filter((pod) => Object.entries(labels).every(([name, value]) => pod.metadata.labels[name] === value))

const portsOf = (pod: Pod) => pod.spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name))

/** A port that is named in a place from which it leads to pods of which one does not have it. */
const lostPorts = (at: string, pods: ReadonlyArray<Pod>, ports: ReadonlyArray<string | number>) => [
  ...(pods.length === 0 ? [`${at}: selects no pod`] : []),
  ...ports.flatMap((port) =>
    pods.every((pod) => portsOf(pod).some((name) => name === port)) ? [] : [`${at}: no port ${port}`]
  )
]

export const probesOf = ({ livenessProbe, readinessProbe, startupProbe }: Container) =>
  [startupProbe, livenessProbe, readinessProbe].flatMap((probe) => (probe === undefined ? [] : [probe.httpGet]))

const inContainer = (at: string, { spec: { template, volumeClaimTemplates = [] } }: Workload, container: Container) => {
  const volumes = [...template.spec.volumes, ...volumeClaimTemplates.map(({ metadata }) => metadata)]
  const names = volumes.map(({ name }) => name)
  const { allowPrivilegeEscalation, capabilities, readOnlyRootFilesystem } = container.securityContext
  return [
    ...lostPorts(
      at,
      [template],
      probesOf(container).map(({ port }) => port)
    ),
    ...container.env.flatMap(({ name }) => (knownSettings.has(name) ? [] : [`${at}: ${name} is no setting`])),
    ...container.volumeMounts.flatMap(({ name }) => (names.includes(name) ? [] : [`${at}: no volume ${name}`])),
    ...(new Set(container.env.map(({ name }) => name)).size === container.env.length ? [] : [`${at}: a setting twice`]),
    ...(allowPrivilegeEscalation || !readOnlyRootFilesystem || !capabilities.drop.includes("ALL")
      ? [`${at}: has privileges`]
      : []),
    ...(container.resources.limits["memory"] === undefined ? [`${at}: no limit of memory`] : [])
  ]
}

const inWorkload = (objects: ReadonlyArray<ChartObject>, workload: Workload) => {
  const at = `${workload.kind} ${workload.metadata.name}`
  const { selector, serviceName, template } = workload.spec
  const isServed =
    serviceName === undefined || objects.some((o) => o.kind === "Service" && o.metadata.name === serviceName)
  const isProbed = workload.kind === "Job" || template.spec.containers.every((each) => probesOf(each).length === 3)
  return [
    ...template.spec.containers.flatMap((container) => inContainer(at, workload, container)),
    ...(selector === undefined || selected([workload], selector.matchLabels).length === 1
      ? []
      : [`${at}: does not select its own pods`]),
    ...(isServed ? [] : [`${at}: no Service ${serviceName}`]),
    ...(isProbed ? [] : [`${at}: lacks a probe`]),
    ...(template.spec.securityContext.runAsNonRoot && !template.spec.automountServiceAccountToken
      ? []
      : [`${at}: has privileges`])
  ]
}

/** What a schema cannot find: names that lead nowhere, settings that are none, privileges. */
export const findings = (objects: ReadonlyArray<ChartObject>): ReadonlyArray<string> => {
  const workloads = workloadsOf(objects)
  return objects.flatMap((object) => {
    const at = `${object.kind} ${object.metadata.name}`
    switch (object.kind) {
      case "Service":
        return lostPorts(
          at,
          selected(workloads, object.spec.selector),
          object.spec.ports.map(({ targetPort }) => targetPort)
        )
      case "NetworkPolicy":
        return lostPorts(
          at,
          selected(workloads, object.spec.podSelector.matchLabels),
          object.spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port))
        )
      case "PodDisruptionBudget":
        return lostPorts(at, selected(workloads, object.spec.selector.matchLabels), [])
      default:
        return inWorkload(objects, object)
    }
  })
}
