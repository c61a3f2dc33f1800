package dev.topoxy.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1Volume;
import io.kubernetes.client.openapi.models.V1alpha1MutatingAdmissionPolicy;
import io.kubernetes.client.openapi.models.V1alpha1MutatingAdmissionPolicyBinding;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.util.Map;
import java.util.Objects;

/** Kubernetes' own model of objects, which knows each field. */
final class Model {
    /** Policies have the same fields in each version. */
    private static final Map<String, Class<?>> KINDS = Map.ofEntries(
            Map.entry("v1 ConfigMap", V1ConfigMap.class),
            Map.entry("v1 Container", V1Container.class),
            Map.entry("v1 Volume", V1Volume.class),
            Map.entry("v1 Pod", V1Pod.class),
            Map.entry("v1 Service", V1Service.class),
            Map.entry("v1 ServiceAccount", V1ServiceAccount.class),
            Map.entry("v1 PersistentVolumeClaim", V1PersistentVolumeClaim.class),
            Map.entry("apps/v1 Deployment", V1Deployment.class),
            Map.entry("policy/v1 PodDisruptionBudget", V1PodDisruptionBudget.class),
            Map.entry("autoscaling/v2 HorizontalPodAutoscaler", V2HorizontalPodAutoscaler.class),
            Map.entry("networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy.class),
            Map.entry("admissionregistration.k8s.io/v1 MutatingAdmissionPolicy", V1alpha1MutatingAdmissionPolicy.class),
            Map.entry(
                    "admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding",
                    V1alpha1MutatingAdmissionPolicyBinding.class));

    private Model() {}

    /** Whether it is an object of Kubernetes itself, and no extension's. */
    static boolean knows(JsonNode object) {
        return KINDS.containsKey(kind(object));
    }

    /** Fails where a field is unknown, missing or of another type. */
    static void validate(JsonNode object) {
        validate(kind(object), object);
    }

    /** As an object of that kind, which it does not name itself. */
    static void validate(String kind, JsonNode object) {
        Class<?> type = KINDS.get(kind);
        if (type == null) {
            throw new AssertionError("no model of " + kind);
        }
        JsonElement json = JsonParser.parseString(object.toString());
        try {
            type.getMethod("validateJsonElement", JsonElement.class).invoke(null, json);
            Objects.requireNonNull(JSON.getGson().fromJson(json, type));
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new AssertionError(kind + " is not valid: " + object, e.getCause() == null ? e : e.getCause());
        }
    }

    private static String kind(JsonNode object) {
        return object.path("apiVersion").asText() + " " + object.path("kind").asText();
    }
}
