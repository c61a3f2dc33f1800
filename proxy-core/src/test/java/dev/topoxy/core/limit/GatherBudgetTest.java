package dev.topoxy.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatherBudgetTest {

    private final GatherBudget budget = new GatherBudget(100);
    private final List<String> told = new ArrayList<>();

    private GatherBudget.Share share(String name) {
        return budget.share(() -> told.add(name));
    }

    @Test
    void within_the_budget_nobody_waits() {
        assertThat(share("a").holds(60)).isTrue();
        assertThat(share("b").holds(40)).isTrue();
        assertThat(budget.used()).isEqualTo(100);
    }

    @Test
    void beyond_it_one_goes_on_and_the_others_wait_until_it_has_given_back() {
        GatherBudget.Share a = share("a");
        GatherBudget.Share b = share("b");
        GatherBudget.Share c = share("c");
        assertThat(a.holds(60)).isTrue();
        assertThat(b.holds(60)).as("somebody must be able to go on").isTrue();
        assertThat(c.holds(60)).isFalse();
        assertThat(a.holds(70)).isFalse();
        assertThat(b.holds(1000)).isTrue();
        assertThat(b.keepsOthersWaiting()).isTrue();
        assertThat(c.keepsOthersWaiting()).as("it waits itself").isFalse();
        assertThat(told).isEmpty();

        b.holds(0);
        assertThat(told)
                .as("still beyond the budget: the one that waited longest")
                .containsExactly("c");
        assertThat(a.waits()).isTrue();
        c.holds(0);
        assertThat(told).containsExactly("c", "a");
        a.holds(0);
        assertThat(budget.used()).isZero();
    }

    @Test
    void all_who_wait_go_on_once_there_is_room() {
        GatherBudget.Share a = share("a");
        a.holds(101);
        assertThat(share("b").holds(10)).isFalse();
        assertThat(share("c").holds(10)).isFalse();
        a.holds(0);
        assertThat(told).containsExactly("b", "c");
    }

    @Test
    void who_leaves_while_waiting_is_forgotten() {
        GatherBudget.Share a = share("a");
        a.holds(101);
        GatherBudget.Share b = share("b");
        b.holds(50);
        b.holds(0);
        assertThat(b.waits()).isFalse();
        a.holds(0);
        assertThat(told).isEmpty();
    }
}
