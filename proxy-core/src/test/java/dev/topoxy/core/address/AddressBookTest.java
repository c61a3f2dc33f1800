package dev.topoxy.core.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class AddressBookTest {

    private static final List<HostPort> BOOTSTRAP = HostPort.parseList("boot1:9092,boot2:9092,boot3:9092");
    private static final HostPort BROKER = HostPort.parse("broker7:9092");
    private static final int PORT_OF_7 = 19100;

    private final Logger logger = (Logger) LoggerFactory.getLogger(AddressBook.class);
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final AddressBook book = new AddressBook(
            "prod", BOOTSTRAP, new BrokerAccess.AtPorts(NodePorts.automatic(19092), "proxy.example", 1000));

    @BeforeEach
    void listen() {
        logged.start();
        logger.addAppender(logged);
        logger.setAdditive(false);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(logged);
        logger.setAdditive(true);
    }

    @Test
    void clients_are_told_the_advertised_host_and_the_bound_port_plus_the_offset() {
        assertThat(book.clientAddress(7, BROKER)).contains(new HostPort("proxy.example", PORT_OF_7 + 1000));
    }

    @Test
    void bootstrap_servers_stand_in_for_a_node_until_it_is_known_and_then_only_itself_serves() {
        assertThat(book.nodeAt(Entrance.atPort(PORT_OF_7))).isEmpty();
        assertThat(book.candidates(Entrance.atPort(PORT_OF_7))).containsExactlyInAnyOrderElementsOf(BOOTSTRAP);
        book.clientAddress(7, BROKER);
        assertThat(book.nodeAt(Entrance.atPort(PORT_OF_7))).contains(7);
        assertThat(book.brokerOf(7)).contains(BROKER);
        assertThat(book.candidates(Entrance.atPort(PORT_OF_7))).containsExactly(BROKER);
        assertThat(book.candidates(Entrance.atPort(19092))).containsExactlyInAnyOrderElementsOf(BOOTSTRAP);
    }

    @Test
    void bootstrap_servers_take_turns_at_being_first() {
        Set<HostPort> first = new HashSet<>();
        for (int i = 0; i < BOOTSTRAP.size(); i++) {
            List<HostPort> candidates = book.candidates(Entrance.atPort(19092));
            assertThat(candidates).containsExactlyInAnyOrderElementsOf(BOOTSTRAP);
            first.add(candidates.get(0));
        }
        assertThat(first).hasSameSizeAs(BOOTSTRAP);
    }

    @Test
    void a_move_is_told_when_an_address_becomes_known_or_changes_and_not_when_it_is_written_otherwise() {
        List<NodeMoved> moves = new ArrayList<>();
        book.onMoved(moves::add);
        HostPort elsewhere = HostPort.parse("other:9092");
        book.clientAddress(7, BROKER);
        book.clientAddress(7, HostPort.parse("BROKER7.:9092"));
        book.clientAddress(7, elsewhere);
        assertThat(moves)
                .containsExactly(
                        new NodeMoved(7, Optional.empty(), BROKER), new NodeMoved(7, Optional.of(BROKER), elsewhere));
        assertThat(book.candidates(Entrance.atPort(PORT_OF_7))).containsExactly(elsewhere);
    }

    @Test
    void of_two_nodes_on_one_port_the_first_keeps_it_and_one_warning_names_both() {
        List<NodeMoved> moves = new ArrayList<>();
        book.clientAddress(7, BROKER);
        book.onMoved(moves::add);
        HostPort second = HostPort.parse("broker68:9092");
        for (int i = 0; i < 3; i++) {
            assertThat(book.clientAddress(68, second)).isEmpty();
            assertThat(book.clientAddress(68, HostPort.parse("moved68:9092"))).isEmpty();
            assertThat(book.clientAddress(7, BROKER)).isPresent();
        }
        assertThat(moves).isEmpty();
        assertThat(book.nodeAt(Entrance.atPort(PORT_OF_7))).contains(7);
        assertThat(book.candidates(Entrance.atPort(PORT_OF_7))).containsExactly(BROKER);
        assertThat(warnings()).singleElement().asString().contains("prod", "68", "node 7", "19100", "brokers.ports");
    }

    @Test
    void a_node_outside_the_range_is_left_out_with_one_warning_and_the_others_are_not_affected() {
        AddressBook narrow = new AddressBook(
                "prod", BOOTSTRAP, new BrokerAccess.AtPorts(NodePorts.range(9093, 9094, 1), "localhost", 0));
        for (int i = 0; i < 3; i++) {
            assertThat(narrow.clientAddress(3, BROKER)).isEmpty();
            assertThat(narrow.clientAddress(1, BROKER)).contains(new HostPort("localhost", 9093));
        }
        assertThat(narrow.clientAddress(4, BROKER)).isEmpty();
        assertThat(warnings())
                .hasSize(2)
                .first()
                .asString()
                .contains("brokers.ports: 9093-9094 holds 2 brokers, but node id 3 exists: widen the range");
    }

    @Test
    void a_node_whose_port_another_program_holds_is_left_out_with_one_warning() {
        book.portNotBound(PORT_OF_7);
        assertThat(book.clientAddress(7, BROKER)).isEmpty();
        assertThat(book.clientAddress(7, BROKER)).isEmpty();
        assertThat(logged.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getFormattedMessage())
                        .contains("node 7", "port " + PORT_OF_7, "in use", "brokers.ports"));
    }

    @Test
    void a_cluster_id_that_changes_is_warned_of_once() {
        assertThat(book.knownClusterId()).isEmpty();
        book.clusterId("a");
        book.clusterId("a");
        assertThat(book.knownClusterId()).contains("a");
        assertThat(warnings()).isEmpty();
        book.clusterId("b");
        book.clusterId("a");
        assertThat(warnings()).singleElement().asString().contains("prod", "was a", "now b", "boot1:9092");
    }

    @Test
    void many_threads_learn_one_address_once() throws Exception {
        List<NodeMoved> moves = new CopyOnWriteArrayList<>();
        book.onMoved(moves::add);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                done.add(threads.submit(() -> {
                    for (int node = 0; node < 122; node++) {
                        book.clientAddress(node, new HostPort("broker" + node, 9092));
                    }
                }));
            }
            for (Future<?> one : done) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(moves).hasSize(61);
        assertThat(moves).extracting(NodeMoved::nodeId).doesNotHaveDuplicates();
        assertThat(warnings()).hasSize(61);
    }

    @Test
    void settings_that_cannot_work_are_refused() {
        NodePorts ports = NodePorts.range(9093, 9094, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AddressBook("c", List.of(), new BrokerAccess.AtPorts(ports, "h", 0)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AddressBook("c", BOOTSTRAP, new BrokerAccess.AtPorts(ports, " ", 0)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AddressBook("c", BOOTSTRAP, new BrokerAccess.AtPorts(ports, "h", 60000)))
                .withMessageContainingAll("9093", "69093");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AddressBook("c", BOOTSTRAP, new BrokerAccess.AtPorts(ports, "h", -9094)));
    }

    private List<String> warnings() {
        return logged.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
