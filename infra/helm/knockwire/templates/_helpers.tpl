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
{{- with get .root.Values.image.digests .image }}@{{ . }}{{ end }}
{{- end -}}

{{/* What every pod of a component has: (dict "root" $ "own" .Values.api). Annotations, with one that changes with the secrets. */}}
{{- define "knockwire.podAnnotations" -}}
{{- $annotations := merge (dict) .own.podAnnotations .root.Values.podAnnotations -}}
{{- if .root.Values.restartOnSecretChange }}
{{- $contents := list -}}
{{- range $name := list .root.Values.existingSecret (get .own "existingSecret") }}
{{- if $name }}
{{- with lookup "v1" "Secret" $.root.Release.Namespace $name }}{{ $contents = append $contents .data }}{{ end }}
{{- end }}
{{- end }}
{{- if $contents }}
{{- $annotations = merge (dict "checksum/secrets" ($contents | toJson | sha256sum)) $annotations -}}
{{- end }}
{{- end }}
{{- if $annotations }}
{{- toYaml $annotations }}
{{- end }}
{{- end -}}

{{/* Labels of a pod beside those that select it. */}}
{{- define "knockwire.podLabels" -}}
{{- with merge (dict) .own.podLabels .root.Values.podLabels }}
{{- toYaml . }}
{{- end }}
{{- end -}}

{{/* Where a pod may run. */}}
{{- define "knockwire.placement" -}}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .own.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Further environment variables, volumes and mounts, the chart's and the component's own: (dict "root" $ "own" … "of" "extraEnv"). */}}
{{- define "knockwire.extra" -}}
{{- with concat (get .root.Values .of) (get .own .of) }}
{{- toYaml . }}
{{- end }}
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

{{/* A process's keys of the secret, and no other: (dict "root" $ "secret" "" "keys" (list)). Without "secret", the common one. */}}
{{- define "knockwire.secrets" -}}
{{- $secret := .secret | default .root.Values.existingSecret -}}
{{- range $name := list "DATABASE_URL" "ENCRYPTION_KEY" }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ $name }} } }
{{- end }}
{{- range $name := .keys }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ $name }}, optional: true } }
{{- end }}
{{- end -}}

{{/*
The settings of a process: (dict "root" $ "providers" true). Without "providers", none of theirs: they want their secrets beside them.
*/}}
{{- define "knockwire.settings" -}}
{{- $providers := .providers -}}
- name: HOST
  value: 0.0.0.0
- name: OPERATOR_HOST
  value: 0.0.0.0
- name: PUBLIC_ORIGIN
  value: {{ .root.Values.publicOrigin | quote }}
- name: RECEIVER_ORIGIN
  value: {{ .root.Values.receiverOrigin | quote }}
{{- with .root.Values.tracing }}
{{- if .endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .endpoint | quote }}
- name: OTEL_TRACES_SAMPLER
  value: traceidratio
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ .ratio | quote }}
{{- end }}
{{- end }}
{{- range $name, $value := .root.Values.settings }}
{{- if or $providers (not (regexMatch "^(AWS|MAIL|OIDC|SLACK|SMTP|STRIPE|TWILIO)_" $name)) }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "knockwire.host" -}}
{{- regexReplaceAll ":[0-9]+$" (regexReplaceAll "^https?://" . "") "" -}}
{{- end -}}
