package dev.topoxy.conformance;

import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData;
import org.apache.kafka.common.message.StreamsGroupDescribeResponseData.DescribedGroup;

/** Looks at groups with their topology descriptions. */
final class Description {

    static final byte NOT_REQUESTED = 0;
    static final byte NOT_STORED = 1;
    static final byte ERROR = 2;
    static final byte AVAILABLE = 3;

    private Description() {}

    static List<DescribedGroup> of(Stage stage, String... groups) throws IOException {
        return stage.ask(Requests.describe(groups), 1, StreamsGroupDescribeResponseData.class)
                .groups();
    }

    /** Of one group, which must have that status. */
    static void expect(byte status, Stage stage, String group) throws IOException {
        stage.expect(status, of(stage, group).get(0).topologyDescriptionStatus());
    }

    /** Of a real application's group, whose epochs tell how often its members happened to rebalance until then. */
    static void expectOfApplication(byte status, Stage stage, String group) throws IOException {
        StreamsGroupDescribeResponseData answer =
                stage.client().call(Requests.describe(group), 1).as(StreamsGroupDescribeResponseData.class);
        DescribedGroup described = answer.groups().get(0).setGroupEpoch(0).setAssignmentEpoch(0);
        described.members().forEach(member -> member.setMemberEpoch(0));
        stage.note(answer, 1);
        stage.expect(status, described.topologyDescriptionStatus());
    }
}
