import { Schema } from "effect"

const Labels = Schema.Record(Schema.String, Schema.String)
const Selector = Schema.Struct({ matchLabels: Labels })
const PortName = Schema.Union([Schema.String, Schema.Int])
const Probe = Schema.Struct({
  httpGet: Schema.Struct({ path: Schema.String, port: PortName, scheme: Schema.optionalKey(Schema.String) })
})

const Container = Schema.Struct({
  name: Schema.String,
  image: Schema.String,
  args: Schema.Array(Schema.String),
  env: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })),
  ports: Schema.optionalKey(Schema.Array(Schema.Struct({ name: Schema.String, containerPort: Schema.Int }))),
  startupProbe: Schema.optionalKey(Probe),
  livenessProbe: Schema.optionalKey(Probe),
  readinessProbe: Schema.optionalKey(Probe),
  volumeMounts: Schema.Array(Schema.Struct({ name: Schema.String, mountPath: Schema.String })),
  resources: Schema.Struct({ requests: Labels, limits: Labels }),
  securityContext: Schema.Struct({
    allowPrivilegeEscalation: Schema.Boolean,
    readOnlyRootFilesystem: Schema.Boolean,
    capabilities: Schema.Struct({ drop: Schema.Array(Schema.String) })
  })
})
export type Container = typeof Container.Type

const Pod = Schema.Struct({
  metadata: Schema.Struct({ labels: Labels }),
  spec: Schema.Struct({
    automountServiceAccountToken: Schema.Boolean,
    securityContext: Schema.Struct({ runAsNonRoot: Schema.Boolean, runAsUser: Schema.Int, fsGroup: Schema.Int }),
    containers: Schema.NonEmptyArray(Container),
    volumes: Schema.Array(Schema.Struct({ name: Schema.String }))
  })
})
export type Pod = typeof Pod.Type

const Metadata = Schema.Struct({ name: Schema.String })

const Workload = Schema.Struct({
  kind: Schema.Literals(["StatefulSet", "Deployment", "Job"]),
  metadata: Metadata,
  spec: Schema.Struct({
    replicas: Schema.optionalKey(Schema.Int),
    serviceName: Schema.optionalKey(Schema.String),
    selector: Schema.optionalKey(Selector),
    template: Pod,
    volumeClaimTemplates: Schema.optionalKey(Schema.Array(Schema.Struct({ metadata: Metadata })))
  })
})
export type Workload = typeof Workload.Type

const Service = Schema.Struct({
  kind: Schema.Literal("Service"),
  metadata: Metadata,
  spec: Schema.Struct({ selector: Labels, ports: Schema.Array(Schema.Struct({ targetPort: PortName })) })
})

const Budget = Schema.Struct({
  kind: Schema.Literal("PodDisruptionBudget"),
  metadata: Metadata,
  spec: Schema.Struct({ maxUnavailable: Schema.Int, selector: Selector })
})

const Policy = Schema.Struct({
  kind: Schema.Literal("NetworkPolicy"),
  metadata: Metadata,
  spec: Schema.Struct({
    podSelector: Selector,
    ingress: Schema.Array(Schema.Struct({ ports: Schema.Array(Schema.Struct({ port: PortName })) }))
  })
})

/** What the chart may make; an object of another kind is an error. */
const ChartObject = Schema.Union([Workload, Service, Budget, Policy])
export type ChartObject = typeof ChartObject.Type

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(ChartObject))

/** The documents that the chart's program printed. */
export const objectsOf = (printed: string): ReadonlyArray<ChartObject> =>
  printed
    .split("---\n")
    .filter((document) => document.trim() !== "")
    .map((document) => decode(document))

export const workloadsOf = (objects: ReadonlyArray<ChartObject>): ReadonlyArray<Workload> =>
  objects.filter(
    (object): object is Workload =>
      object.kind === "StatefulSet" || object.kind === "Deployment" || object.kind === "Job"
  )
