{{- define "knockwire.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "knockwire.labels" -}}
app.kubernetes.io/name: knockwire
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* Of one component: (dict "root" $ "component" "api") */}}
{{- define "knockwire.selector" -}}
app.kubernetes.io/name: knockwire
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "knockwire.image" -}}
{{ .root.Values.image.registry }}/knockwire-{{ .image }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end -}}

{{- define "knockwire.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "knockwire.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* The settings that every process has; the secret's keys come with envFrom. */}}
{{- define "knockwire.settings" -}}
- name: PUBLIC_ORIGIN
  value: {{ .Values.publicOrigin | quote }}
- name: RECEIVER_ORIGIN
  value: {{ .Values.receiverOrigin | quote }}
{{- with .Values.tracing }}
{{- if .endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .endpoint | quote }}
- name: OTEL_TRACES_SAMPLER
  value: traceidratio
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ .ratio | quote }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "knockwire.host" -}}
{{- regexReplaceAll ":[0-9]+$" (regexReplaceAll "^https?://" . "") "" -}}
{{- end -}}
