package dev.topoxy.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.Member;
import org.junit.jupiter.api.Test;

/** A comparison that overlooks something would let everything pass. */
class DifferenceTest {

    @Test
    void equal_answers_do_not_differ() throws JsonProcessingException {
        assertThat(between("{'1 A':{'x':[1,{'y':null}]}}", "{'1 A':{'x':[1,{'y':null}]}}"))
                .isEmpty();
    }

    @Test
    void every_field_that_differs_is_found_with_its_path() throws JsonProcessingException {
        assertThat(between("{'1 A':{'x':[1,{'y':null}],'z':0}}", "{'1 A':{'x':[2,{'y':''}],'z':0}}"))
                .containsExactly(
                        new Difference("s", "/1 A/x/0", "1", "2"), new Difference("s", "/1 A/x/1/y", "null", "\"\""));
    }

    @Test
    void what_only_one_side_has_differs() throws JsonProcessingException {
        assertThat(between("{'1 A':{'x':null},'2 B':{}}", "{'1 A':{'w':[]}}"))
                .containsExactly(
                        new Difference("s", "/1 A/x", "null", "absent"),
                        new Difference("s", "/1 A/w", "absent", "[]"),
                        new Difference("s", "/2 B", "{}", "absent"));
        assertThat(between("{'x':[1]}", "{'x':[1,2]}")).hasSize(1);
    }

    @Test
    void only_what_is_listed_is_covered() {
        KnownDifferences known = new KnownDifferences();
        String path = "/01 StreamsGroupHeartbeat v1/acceptableRecoveryLag";
        assertThat(known.cover(new Difference("s", path, "10000", "-1"))).isTrue();
        assertThat(known.cover(new Difference("s", path, "10000", "0"))).isFalse();
        assertThat(known.cover(new Difference("s", "/01 StreamsGroupHeartbeat v1/memberEpoch", "1", "2")))
                .isFalse();
    }

    @Test
    void drawn_ids_are_replaced_and_chosen_ones_are_not() {
        StreamsGroupDescribeResponseData answer = describing("yhkar41BQAOTE5ckq4pVdA", "member-a");
        assertThat(Normalizer.json(answer, (short) 1).findValuesAsText("memberId"))
                .containsExactlyInAnyOrder("<member>", "member-a");
    }

    @Test
    void the_order_of_members_is_not_compared() {
        assertThat(Normalizer.json(describing("a", "b"), (short) 1))
                .isEqualTo(Normalizer.json(describing("b", "a"), (short) 1));
    }

    @Test
    void the_report_ends_with_the_count() {
        Difference one = new Difference("s1", "/x", "1", "2");
        List<Outcome> outcomes = List.of(
                new Outcome("s1", List.of(one), List.of()),
                new Outcome("s2", List.of(), List.of("native: broken")),
                new Outcome("s3", List.of(), List.of()));
        assertThat(Report.of(outcomes))
                .contains("s1 /x: native 1, proxy 2", "s2 failed at native: broken")
                .endsWith("conformance: 3 scenarios, 2 differ");
    }

    private static StreamsGroupDescribeResponseData describing(String... members) {
        DescribedGroup group = new DescribedGroup()
                .setMembers(List.of(members).stream()
                        .map(id -> new Member().setMemberId(id))
                        .toList());
        return new StreamsGroupDescribeResponseData().setGroups(List.of(group));
    }

    private static List<Difference> between(String reference, String proxied) throws JsonProcessingException {
        return Difference.between(
                "s",
                Normalizer.JSON.readTree(reference.replace('\'', '"')),
                Normalizer.JSON.readTree(proxied.replace('\'', '"')));
    }
}
