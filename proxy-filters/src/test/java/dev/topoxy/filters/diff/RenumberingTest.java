package dev.topoxy.filters.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Node;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Processor;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Sink;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Source;
import org.apache.kafka.coordinator.group.api.streams.StreamsGroupTopologyDescription.Subtopology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RenumberingTest {

    private static final List<String> OPERATORS = List.of("MAPVALUES", "FILTER", "PEEK", "AGGREGATE");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void a_topology_with_other_numbers_in_another_order_has_only_moved(long seed) {
        var shape = new Shape(seed, 6, 12);
        List<Integer> numbers = numbers(shape.size());
        Collections.shuffle(numbers, new Random(seed + 1_000));

        TopologyDiff diff =
                TopologyDiff.between("app", shape.describe(numbers(shape.size()), 0), shape.describe(numbers, 3));

        assertThat(diff.isMovesOnly()).as(diff.toString()).isTrue();
        assertThat(diff.subtopologies())
                .allMatch(subtopology -> subtopology
                        .after()
                        .equals(subtopology.before().map(id -> String.valueOf(Integer.parseInt(id) + 3))));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void the_order_of_a_description_does_not_matter(long seed) {
        var shape = new Shape(seed, 4, 10);
        StreamsGroupTopologyDescription description = shape.describe(numbers(shape.size()), 0);
        List<Subtopology> shuffled = new ArrayList<>();
        for (Subtopology subtopology : description.subtopologies()) {
            List<Node> nodes = new ArrayList<>(subtopology.nodes());
            Collections.shuffle(nodes, new Random(seed));
            shuffled.add(new Subtopology(subtopology.id(), nodes));
        }
        Collections.shuffle(shuffled, new Random(seed));

        assertThat(TopologyDiff.between("app", description, new StreamsGroupTopologyDescription(shuffled, List.of()))
                        .isEmpty())
                .isTrue();
    }

    @Test
    void two_thousand_nodes_are_compared() {
        var shape = new Shape(7, 20, 100);
        List<Integer> later =
                IntStream.range(100, 100 + shape.size()).boxed().collect(Collectors.toCollection(ArrayList::new));

        TopologyDiff diff =
                TopologyDiff.between("app", shape.describe(numbers(shape.size()), 0), shape.describe(later, 0));

        assertThat(shape.size()).isGreaterThanOrEqualTo(2_000);
        assertThat(diff.isMovesOnly()).isTrue();
    }

    @Test
    void one_long_chain_of_equal_steps_is_followed_from_its_ends() {
        TopologyDiff diff = TopologyDiff.between("app", chain(2_000, 0), chain(2_001, 5));

        NodeChanges nodes = diff.subtopologies().get(0).nodes();
        assertThat(nodes.added()).hasSize(1);
        assertThat(nodes.removed()).isEmpty();
        assertThat(nodes.addedEdges()).hasSize(2);
        assertThat(nodes.removedEdges()).hasSize(1);
    }

    private static StreamsGroupTopologyDescription chain(int length, int first) {
        List<Node> nodes = new ArrayList<>();
        nodes.add(new Source("from", Set.of("in"), Set.of(generated("MAPVALUES", first))));
        for (int i = 0; i < length; i++) {
            String next = i + 1 < length ? generated("MAPVALUES", first + i + 1) : "to";
            nodes.add(new Processor(generated("MAPVALUES", first + i), Set.of(), Set.of(next)));
        }
        nodes.add(new Sink("to", Optional.of("out"), Set.of()));
        return new StreamsGroupTopologyDescription(List.of(new Subtopology("0", nodes)), List.of());
    }

    private static List<Integer> numbers(int size) {
        return IntStream.range(0, size).boxed().collect(Collectors.toCollection(ArrayList::new));
    }

    private static String generated(String operator, int number) {
        return "KSTREAM-%s-%010d".formatted(operator, number);
    }

    /** A random forest of operators: the number of a node is its place in the list of numbers. */
    private static final class Shape {
        private final List<String> operators = new ArrayList<>();
        private final List<Integer> parents = new ArrayList<>();
        private final int perSubtopology;

        Shape(long seed, int subtopologies, int perSubtopology) {
            var random = new Random(seed);
            this.perSubtopology = perSubtopology;
            for (int i = 0; i < subtopologies; i++) {
                for (int node = 0; node < perSubtopology; node++) {
                    operators.add(node == 0 ? "SOURCE" : OPERATORS.get(random.nextInt(OPERATORS.size())));
                    parents.add(node == 0 ? -1 : i * perSubtopology + random.nextInt(node));
                }
            }
        }

        int size() {
            return operators.size();
        }

        StreamsGroupTopologyDescription describe(List<Integer> numbers, int firstId) {
            List<Subtopology> subtopologies = new ArrayList<>();
            for (int first = 0; first < size(); first += perSubtopology) {
                List<Node> nodes = new ArrayList<>();
                for (int node = first; node < first + perSubtopology; node++) {
                    nodes.add(node(node, first, numbers));
                }
                subtopologies.add(new Subtopology(String.valueOf(firstId + first / perSubtopology), nodes));
            }
            return new StreamsGroupTopologyDescription(subtopologies, List.of());
        }

        private Node node(int node, int first, List<Integer> numbers) {
            Set<String> successors = IntStream.range(first, first + perSubtopology)
                    .filter(other -> parents.get(other) == node)
                    .mapToObj(other -> generated(operators.get(other), numbers.get(other)))
                    .collect(Collectors.toSet());
            String name = generated(operators.get(node), numbers.get(node));
            if (parents.get(node) < 0) {
                return new Source(name, Set.of("in-" + first / perSubtopology), successors);
            }
            Set<String> stores = operators.get(node).equals("AGGREGATE")
                    ? Set.of(generated("AGGREGATE-STATE-STORE", numbers.get(node)))
                    : Set.of();
            return new Processor(name, stores, successors);
        }
    }
}
