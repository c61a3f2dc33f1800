package dev.topoxy.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;

/** Whatever a token is, reading its user's name ends soon and never gives a password for one. */
class SaslUserFuzzTest {

    @FuzzTest(maxDuration = "3s")
    @Timeout(10)
    void any_token_is_read_or_left(FuzzedDataProvider data) {
        String mechanism =
                data.pickValue(new String[] {"PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER", "GSSAPI"});
        byte[] token = data.consumeRemainingAsBytes();
        Optional<String> user = SaslUser.claimedBy(mechanism, token);
        user.ifPresent(name -> assertThat(name).isNotEmpty());
        if (mechanism.equals("PLAIN")) {
            String text = new String(token, StandardCharsets.UTF_8);
            String[] parts = text.split("\0", -1);
            assertThat(user)
                    .isEqualTo(parts.length < 3 || parts[1].isEmpty() ? Optional.empty() : Optional.of(parts[1]));
        }
    }
}
