package dev.topoxy.filters.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.topoxy.filters.DescribeTopics;
import dev.topoxy.filters.NativeMode;
import dev.topoxy.filters.RefreshMode;
import dev.topoxy.filters.group.GroupRegistry;
import dev.topoxy.filters.group.GroupView;
import dev.topoxy.filters.group.Outline;
import dev.topoxy.filters.group.TopologyListener;
import dev.topoxy.filters.plugin.TopologyVersion;
import dev.topoxy.filters.support.ScriptedBroker;
import dev.topoxy.filters.support.ScriptedConnection;
import dev.topoxy.filters.support.ScriptedService;
import dev.topoxy.filters.support.StreamsGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** What can be shown of a group after what its members did. */
class GroupViewTest {

    private static final int MAX_BYTES = 1_000;

    private final List<String> events = new ArrayList<>();
    private final TopologyListener listener = new TopologyListener() {
        @Override
        public void pushAsked() {
            events.add("asked");
        }

        @Override
        public void pushReceived() {
            events.add("received");
        }

        @Override
        public void pushTaken() {
            events.add("taken");
        }

        @Override
        public void pushRefused(Errors error) {
            events.add("refused " + error);
        }
    };
    private long now;
    private final ScriptedBroker broker = ScriptedBroker.kafka43();
    private final StreamsGroup group = new StreamsGroup("g1").on(broker);
    private final ScriptedService service = new ScriptedService();
    private static final GroupRegistry.Limits LIMITS =
            new GroupRegistry.Limits(100, 100_000, 4_000_000, Duration.ofHours(1), Duration.ofSeconds(30));

    private final GroupRegistry registry = new GroupRegistry(LIMITS, () -> now);
    private final ScriptedConnection connection = new ScriptedConnection(
            broker,
            new Flow(
                    service,
                    registry,
                    NativeMode.AUTO,
                    MAX_BYTES,
                    RefreshMode.NEVER,
                    DescribeTopics.GROUP,
                    () -> now,
                    listener)::filters);

    GroupViewTest() {
        service.wants = topology -> false;
    }

    private void send(ApiMessage request, int version) {
        connection.<ApiMessage>send(request, version).join();
    }

    private GroupView view() {
        return registry.view("g1").orElseThrow();
    }

    @Test
    void a_group_is_shown_from_its_first_heartbeat_on() {
        assertThat(registry.view()).isEmpty();
        send(group.join("m1"), 1);
        now += Duration.ofSeconds(7).toNanos();
        send(group.heartbeat("m2"), 1);
        now += Duration.ofSeconds(3).toNanos();
        assertThat(view().topology()).contains(group.topology());
        assertThat(view().firstSeen()).isEqualTo(Duration.ofSeconds(10));
        assertThat(view().lastSeen()).isEqualTo(Duration.ofSeconds(3));
        assertThat(view().members()).isEqualTo(2);
        assertThat(view().canPush()).isTrue();
        assertThat(registry.view()).containsExactly(view());
    }

    @Test
    void members_that_leave_or_fall_silent_are_not_counted() {
        send(group.join("m1"), 1);
        send(group.join("m2"), 1);
        send(group.heartbeat("m2").setMemberEpoch(-1), 1);
        assertThat(view().members()).isEqualTo(1);
        now += Duration.ofMinutes(6).toNanos();
        assertThat(view().members()).isZero();
    }

    @Test
    void asking_is_shown_until_the_push_is_taken() {
        service.wants = topology -> true;
        send(group.join("m1"), 1);
        now += Duration.ofSeconds(2).toNanos();
        assertThat(view().asked()).contains(Duration.ofSeconds(2));
        send(group.push("m1"), 0);
        assertThat(view().asked()).isEmpty();
        assertThat(view().refusal()).isEmpty();
        assertThat(events).containsExactly("asked", "received", "taken");
    }

    @Test
    void why_a_push_was_refused_is_shown_until_one_is_taken() {
        send(group.join("m1"), 1);
        group.sourceTopic = "x".repeat(MAX_BYTES);
        send(group.push("m1"), 0);
        assertThat(view().refusal().orElseThrow()).contains("is larger than the 1000 bytes");
        assertThat(events).containsExactly("received", "refused STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED");
        group.sourceTopic = "in";
        send(group.push("m1"), 0);
        assertThat(view().refusal()).isEmpty();
    }

    @Test
    void a_stranger_cannot_make_a_group_look_refused() {
        send(group.join("m1"), 1);
        send(group.push("stranger"), 0);
        assertThat(view().refusal()).isEmpty();
        assertThat(events).containsExactly("received", "refused UNKNOWN_MEMBER_ID");
    }

    @Test
    void an_older_client_leaves_the_outline_that_its_join_tells() {
        send(group.join("m1"), 0);
        assertThat(view().canPush()).isFalse();
        assertThat(view().outline())
                .contains(new Outline(List.of(
                        new Outline.Subtopology("0", List.of("in"), List.of(), List.of(), List.of(), List.of()))));
    }

    @Test
    void outlines_take_no_more_text_than_they_may_together() {
        group.sourceTopic = "x".repeat(3_000_000);
        registry.learn(group.topology());
        registry.learn(new TopologyVersion("g2", 0, group.topology().id()));
        registry.outline("g1", group.join("m1").topology());
        registry.outline("g2", group.join("m1").topology());
        assertThat(registry.view("g1").orElseThrow().outline()).isPresent();
        assertThat(registry.view("g2").orElseThrow().outline()).isEmpty();
        registry.forget("g1");
        registry.outline("g2", group.join("m1").topology());
        assertThat(registry.view("g2").orElseThrow().outline()).isPresent();
    }
}
