{{/*
A value as an expression of CEL, in which objects bear the name of their place. Takes a dict of "path", like
Object.spec.initContainers, and "value".
*/}}
{{- define "topoxy.cel" -}}
{{- $path := .path -}}
{{- if kindIs "map" .value -}}
{{- $fields := list -}}
{{- if has (base (replace "." "/" $path)) (list "limits" "requests") -}}
{{- range $name, $field := .value -}}
{{- $fields = append $fields (printf "%s: %s" (toJson $name) (toString $field | toJson)) -}}
{{- end -}}
{ {{- join ", " $fields -}} }
{{- else -}}
{{- range $name, $field := .value -}}
{{- $fields = append $fields (printf "%s: %s" $name (include "topoxy.cel" (dict "path" (printf "%s.%s" $path $name) "value" $field))) -}}
{{- end -}}
{{ $path }}{ {{- join ", " $fields -}} }
{{- end -}}
{{- else if kindIs "slice" .value -}}
{{- $items := list -}}
{{- range .value -}}
{{- $items = append $items (include "topoxy.cel" (dict "path" $path "value" .)) -}}
{{- end -}}
[ {{- join ", " $items -}} ]
{{- else if kindIs "float64" .value -}}
{{ int64 .value }}
{{- else -}}
{{ toRawJson .value }}
{{- end -}}
{{- end }}
