package dev.topoxy.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Holds answers to the OpenAPI document: to as much of JSON Schema as that uses. */
final class OpenApi {

    private final JsonNode document;

    OpenApi(JsonNode document) {
        this.document = document;
    }

    Set<String> paths() {
        Set<String> paths = new TreeSet<>();
        document.get("paths").fieldNames().forEachRemaining(paths::add);
        return paths;
    }

    /** The schema of the answer 200 of a path. */
    JsonNode schema(String path, String type) {
        return document.get("paths")
                .required(path)
                .required("get")
                .required("responses")
                .required("200")
                .required("content")
                .required(type)
                .required("schema");
    }

    String type(String path) {
        return document.get("paths")
                .required(path)
                .at("/get/responses/200/content")
                .fieldNames()
                .next();
    }

    void check(JsonNode value, JsonNode schema, String at) {
        if (schema.has("$ref")) {
            check(value, document.at(schema.get("$ref").textValue().substring(1)), at);
            return;
        }
        JsonNode type = schema.required("type");
        if (type.isArray() && value.isNull()) {
            assertThat(type.toString()).contains("null");
            return;
        }
        switch (type.isArray() ? type.get(0).textValue() : type.textValue()) {
            case "object" -> checkObject(value, schema, at);
            case "array" -> {
                assertThat(value.isArray()).as(at).isTrue();
                value.forEach(item -> check(item, schema.required("items"), at + "[]"));
            }
            case "integer" -> assertThat(value.isIntegralNumber()).as(at).isTrue();
            case "boolean" -> assertThat(value.isBoolean()).as(at).isTrue();
            default -> {
                assertThat(value.isTextual()).as(at).isTrue();
                if (schema.has("enum")) {
                    assertThat(schema.get("enum")).as(at).contains(value);
                }
            }
        }
    }

    private void checkObject(JsonNode value, JsonNode schema, String at) {
        assertThat(value.isObject()).as(at).isTrue();
        JsonNode properties = schema.required("properties");
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            assertThat(properties.has(field.getKey()))
                    .as("%s.%s is documented", at, field.getKey())
                    .isTrue();
            check(field.getValue(), properties.get(field.getKey()), at + "." + field.getKey());
        }
        schema.required("required")
                .forEach(name -> assertThat(value.has(name.textValue()))
                        .as("%s.%s is there", at, name.textValue())
                        .isTrue());
    }
}
