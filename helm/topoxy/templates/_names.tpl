{{/* Names and labels. */}}

{{- define "topoxy.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* Short enough for the endings that objects add to it. */}}
{{- define "topoxy.fullname" -}}
{{- $name := include "topoxy.name" . -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 48 | trimSuffix "-" }}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 48 | trimSuffix "-" }}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 48 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "topoxy.selector" -}}
app.kubernetes.io/name: {{ include "topoxy.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: gateway
{{- end }}

{{- define "topoxy.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/name: {{ include "topoxy.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: {{ .Values.mode }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: topoxy
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "topoxy.metadata" -}}
name: {{ include "topoxy.fullname" . }}
namespace: {{ .Release.Namespace }}
labels:
  {{- include "topoxy.labels" . | nindent 2 }}
{{- end }}

{{- define "topoxy.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}
{{- end }}
{{- end }}

{{- define "topoxy.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "topoxy.fullname" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end }}
{{- end }}

{{- define "topoxy.domain" -}}
{{ .Release.Namespace }}.svc.{{ .Values.clusterDomain }}
{{- end }}

{{- define "topoxy.advertisedHost" -}}
{{ .Values.advertisedHost | default (printf "%s.%s" (include "topoxy.fullname" .) (include "topoxy.domain" .)) }}
{{- end }}

{{/* Brokers' names for SNI. */}}
{{- define "topoxy.brokerHosts" -}}
{{ .Values.brokerHosts | default (printf "%s-broker-$(nodeId).%s" (include "topoxy.fullname" .) (include "topoxy.domain" .)) }}
{{- end }}

{{- define "topoxy.tlsSecret" -}}
{{- if .Values.tls.certManager.enabled -}}
{{ .Values.tls.existingSecret | default (printf "%s-tls" (include "topoxy.fullname" .)) }}
{{- else -}}
{{ required "tls.existingSecret: name a Secret with tls.crt and tls.key, or set tls.certManager.enabled" .Values.tls.existingSecret }}
{{- end }}
{{- end }}
