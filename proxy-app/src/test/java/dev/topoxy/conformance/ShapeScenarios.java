package dev.topoxy.conformance;

import static dev.topoxy.conformance.Descriptions.PROCESSOR;
import static dev.topoxy.conformance.Descriptions.SINK;
import static dev.topoxy.conformance.Descriptions.SOURCE;
import static dev.topoxy.conformance.Descriptions.globalStore;
import static dev.topoxy.conformance.Descriptions.node;
import static dev.topoxy.conformance.Descriptions.processor;
import static dev.topoxy.conformance.Descriptions.sink;
import static dev.topoxy.conformance.Descriptions.source;
import static dev.topoxy.conformance.Descriptions.subtopology;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.message.StreamsGroupTopologyDescriptionUpdateRequestData.TopologyDescription;
import org.apache.kafka.common.protocol.Errors;

/** Descriptions of every shape, pushed and read back: what may be in them, in which order, and how much. */
final class ShapeScenarios {

    private ShapeScenarios() {}

    static List<Scenario> all() {
        return List.of(
                taken("shape-empty", Descriptions.empty()),
                taken("shape-of-1-node", Descriptions.chain(1)),
                taken("shape-of-2-nodes", Descriptions.chain(2)),
                taken("shape-of-10-nodes", Descriptions.chain(10)),
                taken("shape-of-100-nodes", Descriptions.chain(100)),
                taken("shape-of-500-nodes", Descriptions.chain(500)),
                taken("shape-of-50-subtopologies", subtopologies(50)),
                taken("shape-subtopology-without-nodes", subtopologies(subtopologyOf("0"))),
                taken("shape-same-subtopology-id-twice", subtopologies(subtopologyOf("0"), subtopologyOf("0"))),
                taken("shape-odd-subtopology-ids", subtopologies(subtopologyOf(""), subtopologyOf("-1 \n"))),
                taken(
                        "shape-dangling-successor",
                        Descriptions.of(source("in", List.of("t"), "nowhere"), processor("p", List.of(), "void"))),
                taken(
                        "shape-same-name-twice",
                        Descriptions.of(source("n", List.of("t"), "n"), processor("n", List.of("s")), sink("n", "o"))),
                taken("shape-loop", Descriptions.of(processor("a", List.of(), "b"), processor("b", List.of(), "a"))),
                taken("shape-null-sink", Descriptions.of(source("in", List.of("t"), "out"), node("out", SINK))),
                taken("shape-empty-sink-topic", Descriptions.of(sink("out", ""))),
                taken(
                        "shape-empty-arrays",
                        Descriptions.of(source("in", List.of()), processor("p", List.of()), node("out", SINK))),
                taken(
                        "shape-empty-names",
                        Descriptions.of(source("", List.of(""), ""), processor("", List.of(""), ""), sink("", ""))),
                taken(
                        "shape-repeated-elements",
                        Descriptions.of(
                                source("in", List.of("t2", "t1", "t2", "t0"), "z", "a", "z"),
                                processor("a", List.of("s2", "s1", "s2")),
                                processor("z", List.of("b", "a", "c")))),
                taken(
                        "shape-fields-of-other-node-types",
                        Descriptions.of(
                                node("in", SOURCE, "p").setSinkTopic("o").setStores(List.of("s")),
                                node("p", PROCESSOR, "out").setSinkTopic("o").setSourceTopics(List.of("t")),
                                node("out", SINK, "in")
                                        .setSourceTopics(List.of("t"))
                                        .setStores(List.of("s")))),
                taken(
                        "shape-unicode",
                        Descriptions.of(
                                source("quellе-日本語", List.of("тема", "トピック"), "Ünïcödé", "🎉"),
                                processor("Ünïcödé", List.of("e\u0301", "\u00e9", "\u202eright"), "🎉"),
                                sink("🎉", "👩‍👩‍👧\u200b"))),
                taken(
                        "shape-control-characters",
                        Descriptions.of(
                                source("a\nb\tc\u0000d\u001b[31m", List.of("\r\n"), "\u0007"),
                                sink("\u0007", "<script>'\"\\${x}%s"))),
                taken(
                        "shape-huge-names",
                        Descriptions.of(
                                source("s".repeat(32_000), List.of("t".repeat(32_000)), "p".repeat(32_000)),
                                processor("p".repeat(32_000), List.of("ü".repeat(16_000))))),
                taken(
                        "shape-pattern-source",
                        Descriptions.of(source("in", List.of("orders-.*", "^(a|b)[0-9]+$"), "out"), sink("out", "o"))),
                taken(
                        "shape-global-store",
                        Descriptions.ofGlobalStore(
                                source("global-in", List.of("products"), "update"),
                                processor("update", List.of("products-by-id")))),
                taken("shape-global-stores-with-subtopologies", globalStores(20)),
                taken(
                        "shape-many-topics-and-stores",
                        Descriptions.of(
                                source("in", names("topic-", 300), "p"),
                                processor(
                                        "p",
                                        names("store-", 300),
                                        names("next-", 300).toArray(String[]::new)))));
    }

    private static Scenario taken(String name, TopologyDescription description) {
        return new Scenario(name, stage -> {
            Member member = Member.of(stage, stage.group()).joined();
            stage.expect(Errors.NONE.code(), member.push(description).errorCode());
            member.beat();
            Description.expect(Description.AVAILABLE, stage, stage.group());
        });
    }

    private static TopologyDescription subtopologies(TopologyDescription... each) {
        return new TopologyDescription()
                .setSubtopologies(List.of(each).stream()
                        .flatMap(description -> description.subtopologies().stream())
                        .toList());
    }

    private static TopologyDescription subtopologyOf(String id) {
        return new TopologyDescription().setSubtopologies(List.of(subtopology(id, List.of())));
    }

    /** Ids that sort differently as numbers and as text. */
    private static TopologyDescription subtopologies(int count) {
        return new TopologyDescription()
                .setSubtopologies(IntStream.range(0, count)
                        .mapToObj(i -> subtopology(
                                Integer.toString(count - i),
                                List.of(source("in-" + i, List.of("t-" + i), "out-" + i), sink("out-" + i, "o"))))
                        .toList());
    }

    private static TopologyDescription globalStores(int count) {
        return subtopologies(3)
                .setGlobalStores(IntStream.range(0, count)
                        .mapToObj(i -> globalStore(
                                source("g-" + (count - i), List.of("t-" + i), "u-" + i),
                                processor("u-" + i, List.of("s-" + i))))
                        .toList());
    }

    private static List<String> names(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    }
}
