{{- define "fooddata.labels" -}}
app.kubernetes.io/name: fooddata
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "fooddata.metadata" -}}
name: {{ include "fooddata.name" . }}
labels:
  {{- include "fooddata.labels" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
  helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "fooddata.name" -}}
{{- $base := ternary .root.Release.Name (printf "%s-fooddata" .root.Release.Name) (contains "fooddata" .root.Release.Name) | trunc 50 | trimSuffix "-" -}}
{{- if eq .role "embedded" }}{{ $base }}{{ else }}{{ $base }}-{{ .role }}{{ end }}
{{- end }}

{{- define "fooddata.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest }}{{ $image.repository }}@{{ $image.digest }}{{ else }}{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- /* the service makes its folder itself, so that others cannot read it whatever the rights of the volume are */}}
{{- define "fooddata.environment" -}}
- { name: DATA_DIR, value: /var/lib/fooddata/data }
- { name: PORT, value: "8080" }
- { name: ADMIN_PORT, value: "9080" }
{{- if eq .root.Values.tier "cluster" }}
- { name: MIGRATE, value: "false" }
{{- end }}
{{- range $name, $value := .root.Values.settings }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- range $name, $_ := .root.Values.secrets }}
- { name: {{ $name }}{{ if ne $name "AUDIT_WITNESSES" }}_FILE{{ end }}, value: /run/secrets/fooddata/{{ $name }} }
{{- end }}
{{- end }}

{{- define "fooddata.securityContext" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "fooddata.mounts" -}}
- { name: data, mountPath: /var/lib/fooddata }
- { name: tmp, mountPath: /tmp }
{{- if .root.Values.secrets }}
- { name: secrets, mountPath: /run/secrets/fooddata, readOnly: true }
{{- end }}
{{- end }}

{{- define "fooddata.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 1Gi }
{{- if .root.Values.secrets }}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $name, $from := .root.Values.secrets }}
      - secret:
          name: {{ $from.name }}
          items: [{ key: {{ $from.key | quote }}, path: {{ $name }} }]
      {{- end }}
{{- end }}
{{- end }}

{{- define "fooddata.container" -}}
image: {{ include "fooddata.image" .root | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
env:
  {{- include "fooddata.environment" . | nindent 2 }}
volumeMounts:
  {{- include "fooddata.mounts" . | nindent 2 }}
resources:
  {{- toYaml .resources | nindent 2 }}
{{- end }}

{{- /* a pod that serves: root, role, roles (of the command line; none: all), resources, ownVolume */}}
{{- define "fooddata.pod" -}}
{{- $isPublic := has .role (list "embedded" "api") -}}
metadata:
  labels:
    {{- include "fooddata.labels" . | nindent 4 }}
  {{- with .root.Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: 20
  securityContext:
    {{- include "fooddata.securityContext" . | nindent 4 }}
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if and .root.Values.spreadOverZones (ne .role "embedded") }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: topology.kubernetes.io/zone
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "fooddata.labels" . | nindent 10 }}
  {{- end }}
  containers:
    - name: fooddata
      args: {{ if .roles }}["serve", "--roles", {{ .roles | quote }}]{{ else }}["serve"]{{ end }}
      {{- include "fooddata.container" . | nindent 6 }}
      ports:
        {{- if $isPublic }}
        - { name: http, containerPort: 8080 }
        {{- end }}
        - { name: admin, containerPort: 9080 }
      # a million events are checked in some seconds before anything answers
      startupProbe: { httpGet: { path: /healthz, port: admin }, periodSeconds: 2, failureThreshold: 150 }
      # never readiness: a restart does not bring a database back
      livenessProbe: { httpGet: { path: /healthz, port: admin }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 }
      readinessProbe: { httpGet: { path: /readyz, port: {{ ternary "http" "admin" $isPublic }}{{ if and $isPublic (hasKey .root.Values.secrets "TLS_CERT") }}, scheme: HTTPS{{ end }} }, periodSeconds: 3, timeoutSeconds: 3 }
      # until those who spread the load have heard of it
      lifecycle: { preStop: { sleep: { seconds: 5 } } }
  volumes:
    {{- include "fooddata.volumes" . | nindent 4 }}
    {{- if not .ownVolume }}
    - name: data
      emptyDir: { sizeLimit: 1Gi }
    {{- end }}
  {{- range $key := list "nodeSelector" "tolerations" "affinity" }}
  {{- with index $.root.Values $key }}
  {{ $key }}:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- end }}
{{- end }}
