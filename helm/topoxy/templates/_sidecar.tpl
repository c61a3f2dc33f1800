{{/*
For charts that have this one as a dependency, with values `mode: sidecar`:

  initContainers:
    {{- include "topoxy.sidecar.container" .Subcharts.topoxy | nindent 4 }}
  volumes:
    {{- include "topoxy.sidecar.volumes" .Subcharts.topoxy | nindent 4 }}
*/}}

{{- define "topoxy.sidecar.container" -}}
{{- if ne .Values.mode "sidecar" -}}
{{- fail "topoxy.sidecar.container: set mode: sidecar in the values of topoxy" -}}
{{- end -}}
- name: {{ .Values.sidecar.name }}
  image: {{ include "topoxy.image" . }}
  imagePullPolicy: {{ .Values.image.pullPolicy }}
  {{- if .Values.sidecar.native }}
  restartPolicy: Always
  {{- end }}
  command:
    {{- include "topoxy.command" . | nindent 4 }}
  env:
    - name: TOPOXY_CONFIG
      value: |
        {{- /* Kubernetes itself replaces $(NAME). */}}
        {{- include "topoxy.config" . | replace "$(" "$$(" | nindent 8 }}
    {{- include "topoxy.env" . | nindent 4 }}
  ports:
    - name: topoxy-admin
      containerPort: {{ .Values.admin.port }}
  startupProbe:
    {{- dict "path" "/startupz" "port" .Values.admin.port "values" .Values | include "topoxy.probe" | nindent 4 }}
    periodSeconds: 1
    timeoutSeconds: 2
    failureThreshold: 60
  livenessProbe:
    {{- dict "path" "/livez" "port" .Values.admin.port "values" .Values | include "topoxy.probe" | nindent 4 }}
    periodSeconds: 10
    timeoutSeconds: 5
    failureThreshold: 6
  {{- if not .Values.sidecar.native }}
  {{- if .Values.admin.tls.existingSecret }}
  {{- fail "admin.tls: a classic sidecar's admin port speaks plainly, since its pod waits for it: leave admin.tls out, or set sidecar.native" }}
  {{- end }}
  lifecycle:
    postStart:
      exec:
        # The next container of the pod is started when this one serves.
        command: [java, "@topoxy", health, --probe, startup, --wait, "60", --admin, "http://127.0.0.1:{{ .Values.admin.port }}"]
  {{- end }}
  resources:
    {{- toYaml .Values.resources | nindent 4 }}
  securityContext:
    {{- include "topoxy.securityContext" . | nindent 4 }}
  {{- with include "topoxy.secretMounts" . | trim }}
  volumeMounts:
    {{- . | nindent 4 }}
  {{- end }}
{{- end }}

{{- define "topoxy.sidecar.volumes" -}}
{{- include "topoxy.secretVolumes" . | trim }}
{{- end }}
