{{/* What gateway, sidecar and test have in common. */}}

{{- define "topoxy.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
capabilities:
  drop: [ALL]
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "topoxy.command" -}}
- java
- -Xms16m
- -Xmx{{ .Values.jvm.heap }}
- -XX:MaxDirectMemorySize={{ .Values.jvm.directMemory }}
{{- with .Values.jvm.options }}
{{ toYaml . }}
{{- end }}
- "@topoxy"
{{- end }}

{{- define "topoxy.env" -}}
- name: TOPOXY_ADMIN_TOKEN
  valueFrom:
    {{- if .Values.admin.existingSecret }}
    secretKeyRef:
      name: {{ .Values.admin.existingSecret }}
      key: {{ .Values.admin.key }}
    {{- else }}
    fieldRef:
      fieldPath: metadata.uid
    {{- end }}
- name: TOPOXY_LOG_LEVEL
  value: {{ .Values.logLevel }}
- name: TOPOXY_LOG_FORMAT
  value: {{ .Values.logFormat }}
{{- if eq .Values.store.type "kafka" }}
{{- with include "topoxy.storeSasl" . | fromYaml }}
- name: TOPOXY_STORE_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ .existingSecret }}
      key: {{ .key }}
{{- end }}
{{- with .Values.upstream.tls }}
{{- if and .enabled .clientSecret }}
- name: TOPOXY_STORE_CERTIFICATE
  valueFrom:
    secretKeyRef:
      name: {{ .clientSecret }}
      key: tls.crt
- name: TOPOXY_STORE_KEY
  valueFrom:
    secretKeyRef:
      name: {{ .clientSecret }}
      key: tls.key
{{- end }}
{{- end }}
{{- end }}
{{- with .Values.env }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* A probe of the admin port. */}}
{{- define "topoxy.probe" -}}
httpGet:
  path: {{ .path }}
  port: {{ .port }}
  {{- if .values.admin.tls.existingSecret }}
  scheme: HTTPS
  {{- end }}
{{- end }}

{{/* How Prometheus reads the admin port. */}}
{{- define "topoxy.scrapeTls" -}}
{{- if .Values.admin.tls.existingSecret }}
scheme: https
{{- with .Values.monitoring.tlsConfig }}
tlsConfig:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{/* Secrets as files: directory to Secret. */}}
{{- define "topoxy.secretFiles" -}}
{{- with .Values.admin.tls.existingSecret }}
admin-tls: {{ . }}
{{- end }}
{{- if and .Values.tls.enabled (eq .Values.mode "gateway") }}
tls: {{ include "topoxy.tlsSecret" . }}
{{- if ne .Values.tls.clientAuth "none" }}
client-ca: {{ .Values.tls.clientCaSecret }}
{{- end }}
{{- end }}
{{- if .Values.upstream.tls.enabled }}
{{- with .Values.upstream.tls.caSecret }}
upstream-ca: {{ . }}
{{- end }}
{{- with .Values.upstream.tls.clientSecret }}
upstream-client: {{ . }}
{{- end }}
{{- end }}
{{- if .Values.upstream.sasl.mechanism }}
upstream-sasl: {{ .Values.upstream.sasl.existingSecret }}
{{- end }}
{{- end }}

{{- define "topoxy.secretMounts" -}}
{{- range $directory, $secret := include "topoxy.secretFiles" . | fromYaml }}
- name: topoxy-{{ $directory }}
  mountPath: /etc/topoxy/{{ $directory }}
  readOnly: true
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "topoxy.secretVolumes" -}}
{{- range $directory, $secret := include "topoxy.secretFiles" . | fromYaml }}
- name: topoxy-{{ $directory }}
  secret:
    secretName: {{ $secret }}
    # 0444
    defaultMode: 292
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}
