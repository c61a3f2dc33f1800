{{/* Topoxy's configuration: what values say, in the keys of docs/configuration.md. Settings of the user win. */}}

{{- define "topoxy.config" -}}
{{- $gateway := eq .Values.mode "gateway" -}}
{{- $admin := dict
    "listen" (printf "0.0.0.0:%d" (int .Values.admin.port))
    "token" "${TOPOXY_ADMIN_TOKEN}"
    "open" .Values.admin.open -}}
{{- if .Values.admin.tls.existingSecret -}}
{{- $_ := dict
    "ssl.certificate.location" "/etc/topoxy/admin-tls/tls.crt"
    "ssl.key.location" "/etc/topoxy/admin-tls/tls.key" | set $admin "tls" -}}
{{- end -}}
{{- $upstream := include "topoxy.config.upstream" . | fromYaml -}}
{{- $cluster := dict
    "name" .Values.clusterName
    "bootstrap.servers" (required "bootstrapServers: name the brokers to ask first, like broker1:9092" .Values.bootstrapServers)
    "topology.description" (include "topoxy.config.store" . | fromYaml) -}}
{{- with $upstream -}}
{{- $_ := set $cluster "upstream" . -}}
{{- end -}}
{{- $listening := include (ternary "topoxy.config.gateway" "topoxy.config.sidecar" $gateway) . | fromYaml -}}
{{- $cluster = mergeOverwrite $cluster $listening (deepCopy .Values.clusterSettings) -}}
{{- $shutdown := dict
    "shutdown.delay.ms" (mul 1000 (include "topoxy.delaySeconds" . | int))
    "shutdown.deadline.ms" (mul 1000 (int .Values.shutdown.deadlineSeconds)) -}}
{{- mergeOverwrite $shutdown (deepCopy .Values.settings) (dict "admin" $admin "clusters" (list $cluster)) | toYaml }}
{{- end }}

{{/* A native sidecar ends after the application, and has nothing to wait for. */}}
{{- define "topoxy.delaySeconds" -}}
{{- if and (eq .Values.mode "sidecar") .Values.sidecar.native }}0{{ else }}{{ .Values.shutdown.delaySeconds }}{{ end }}
{{- end }}

{{- define "topoxy.gracePeriodSeconds" -}}
{{ add (include "topoxy.delaySeconds" . | int) .Values.shutdown.deadlineSeconds 5 }}
{{- end }}

{{- define "topoxy.config.sidecar" -}}
listen: 127.0.0.1:{{ .Values.sidecar.port }}
{{- end }}

{{- define "topoxy.config.gateway" -}}
{{- $port := int .Values.service.port -}}
listen: 0.0.0.0:{{ $port }}
advertised: {{ include "topoxy.advertisedHost" . }}:{{ $port }}
brokers:
  {{- if eq .Values.access "sni" }}
  {{- if not .Values.tls.enabled }}
  {{- fail "access: sni tells brokers apart by TLS: set tls.enabled, or access: ports" }}
  {{- end }}
  hosts: {{ include "topoxy.brokerHosts" . }}
  {{- else }}
  ports: {{ add $port 1 }}-{{ add $port .Values.brokers.count }}
  node.id.first: {{ .Values.brokers.firstNodeId }}
  {{- end }}
{{- if .Values.tls.enabled }}
tls:
  ssl.certificate.location: /etc/topoxy/tls/tls.crt
  ssl.key.location: /etc/topoxy/tls/tls.key
  ssl.client.auth: {{ .Values.tls.clientAuth }}
  {{- if ne .Values.tls.clientAuth "none" }}
  {{- $_ := required "tls.clientCaSecret: name the Secret with the authorities that sign clients' certificates" .Values.tls.clientCaSecret }}
  ssl.truststore.location: /etc/topoxy/client-ca/{{ .Values.tls.clientCaKey }}
  {{- end }}
  {{- with .Values.tls.settings }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "topoxy.config.upstream" -}}
{{- $tls := .Values.upstream.tls -}}
{{- $sasl := .Values.upstream.sasl -}}
{{- if $tls.enabled }}
tls:
  {{- if $tls.caSecret }}
  ssl.truststore.location: /etc/topoxy/upstream-ca/{{ $tls.caKey }}
  {{- end }}
  {{- if $tls.clientSecret }}
  ssl.certificate.location: /etc/topoxy/upstream-client/tls.crt
  ssl.key.location: /etc/topoxy/upstream-client/tls.key
  {{- end }}
  ssl.endpoint.identification.algorithm: https
{{- end }}
{{- if $sasl.mechanism }}
{{- $_ := required "upstream.sasl.existingSecret: name the Secret that holds the password" $sasl.existingSecret }}
{{- $user := required "upstream.sasl.username: name the user that the proxy logs in as" $sasl.username }}
sasl:
  sasl.mechanism: {{ $sasl.mechanism }}
  {{- if eq $sasl.mechanism "OAUTHBEARER" }}
  sasl.oauthbearer.token.endpoint.url: {{ required "upstream.sasl.tokenEndpointUrl: name where tokens are issued" $sasl.tokenEndpointUrl }}
  sasl.oauthbearer.client.credentials.client.id: {{ $user | quote }}
  sasl.oauthbearer.client.credentials.client.secret.file: /etc/topoxy/upstream-sasl/{{ $sasl.key }}
  {{- with $sasl.scope }}
  sasl.oauthbearer.scope: {{ . | quote }}
  {{- end }}
  {{- else }}
  sasl.username: {{ $user | quote }}
  sasl.password.file: /etc/topoxy/upstream-sasl/{{ $sasl.key }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "topoxy.config.store" -}}
{{- $config := dict -}}
{{- if eq .Values.store.type "kafka" -}}
{{- $config = include "topoxy.config.storeClient" . | fromYaml -}}
{{- else if eq .Values.store.type "file" -}}
{{- if eq .Values.mode "sidecar" -}}
{{- fail "store.type: file is for one gateway: a sidecar's descriptions would end with its pod; use kafka" -}}
{{- end -}}
{{- if not .Values.persistence.enabled -}}
{{- fail "store.type: file needs a volume: set persistence.enabled" -}}
{{- end -}}
{{- $config = dict "directory" "/var/lib/topoxy" -}}
{{- end -}}
group.streams.topology.description.class: {{ .Values.store.type }}
{{- with mergeOverwrite $config (deepCopy .Values.store.config) }}
plugin.config:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* As whom the kafka store logs in: an object with the keys of store.sasl; empty for nobody. */}}
{{- define "topoxy.storeSasl" -}}
{{- if .Values.store.sasl.mechanism -}}
{{ toYaml .Values.store.sasl }}
{{- else if and .Values.upstream.sasl.mechanism (not (hasKey .Values.store.config "client.sasl.jaas.config")) -}}
{{- if eq .Values.upstream.sasl.mechanism "OAUTHBEARER" -}}
{{- fail "store.sasl: the kafka store does not log in by OAUTHBEARER: give it a user of its own, or set client.sasl.jaas.config in store.config" -}}
{{- end -}}
{{ pick .Values.upstream.sasl "mechanism" "username" "existingSecret" "key" | toYaml }}
{{- end }}
{{- end }}

{{- define "topoxy.config.storeClient" -}}
{{- $tls := .Values.upstream.tls -}}
{{- $sasl := include "topoxy.storeSasl" . | fromYaml -}}
{{- if or $tls.enabled $sasl }}
client.security.protocol: {{ empty $sasl | ternary "" "SASL_" }}{{ $tls.enabled | ternary "SSL" "PLAINTEXT" }}
{{- end }}
{{- if and $tls.enabled $tls.caSecret }}
client.ssl.truststore.type: PEM
client.ssl.truststore.location: /etc/topoxy/upstream-ca/{{ $tls.caKey }}
{{- end }}
{{- if and $tls.enabled $tls.clientSecret }}
client.ssl.keystore.type: PEM
client.ssl.keystore.certificate.chain: ${TOPOXY_STORE_CERTIFICATE}
client.ssl.keystore.key: ${TOPOXY_STORE_KEY}
{{- end }}
{{- with $sasl }}
{{- $_ := required "store.sasl.existingSecret: name the Secret that holds the password" .existingSecret }}
{{- $module := hasPrefix "SCRAM" .mechanism | ternary "scram.ScramLoginModule" "plain.PlainLoginModule" }}
client.sasl.mechanism: {{ .mechanism }}
client.sasl.jaas.config: >-
  org.apache.kafka.common.security.{{ $module }} required
  username={{ required "store.sasl.username: name the user that the store logs in as" .username | quote }}
  password="${TOPOXY_STORE_PASSWORD}";
{{- end }}
{{- end }}
