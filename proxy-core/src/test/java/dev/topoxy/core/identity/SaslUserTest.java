package dev.topoxy.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SaslUserTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bearer(String claims) {
        String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(claims));
        return bytes("n,,\u0001auth=Bearer e30." + encoded + ".c2ln\u0001\u0001");
    }

    @Test
    void plain_names_the_user_between_the_nuls() {
        assertThat(SaslUser.claimedBy("PLAIN", bytes("\0alice\0secret"))).contains("alice");
        assertThat(SaslUser.claimedBy("PLAIN", bytes("bob\0bob\0secret"))).contains("bob");
        assertThat(SaslUser.claimedBy("PLAIN", bytes("alice"))).isEmpty();
        assertThat(SaslUser.claimedBy("PLAIN", bytes("\0\0secret"))).isEmpty();
    }

    @Test
    void scram_names_the_user_unescaped() {
        assertThat(SaslUser.claimedBy("SCRAM-SHA-512", bytes("n,,n=a=2Cb=3Dc=3D2C,r=nonce")))
                .contains("a,b=c=2C");
        assertThat(SaslUser.claimedBy("SCRAM-SHA-256", bytes("n,,n=tokenid,r=nonce,tokenauth=true")))
                .isEmpty();
        assertThat(SaslUser.claimedBy("SCRAM-SHA-256", bytes("n,,r=nonce"))).isEmpty();
    }

    @Test
    void oauthbearer_names_the_subject() {
        assertThat(SaslUser.claimedBy("OAUTHBEARER", bearer("{\"iss\":\"x\", \"sub\" : \"alice\"}")))
                .contains("alice");
        assertThat(SaslUser.claimedBy(
                        "OAUTHBEARER", bearer("{\"x\":\"\\\"sub\\\":\\\"eve\\\"\",\"sub\":\"al\\\"ice\"}")))
                .contains("al\"ice");
        assertThat(SaslUser.claimedBy("OAUTHBEARER", bearer("{}"))).isEmpty();
        assertThat(SaslUser.claimedBy("OAUTHBEARER", bytes("n,,\u0001auth=Bearer %%%.%%%.%%%\u0001\u0001")))
                .isEmpty();
    }

    /** RFC 8693: the actor's own subject stands within the token as well. */
    @Test
    void oauthbearer_does_not_take_a_nested_subject_for_the_tokens() {
        assertThat(SaslUser.claimedBy("OAUTHBEARER", bearer("{\"act\":{\"sub\":\"service\"},\"sub\":\"alice\"}")))
                .contains("alice");
        assertThat(SaslUser.claimedBy("OAUTHBEARER", bearer("{\"act\":{\"sub\":\"service\"}}")))
                .isEmpty();
    }

    @Test
    void a_mechanism_that_hides_the_name_gives_none() {
        assertThat(SaslUser.claimedBy("GSSAPI", bytes("\0alice\0secret"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PLAIN", "SCRAM-SHA-256", "OAUTHBEARER", "GSSAPI", ""})
    void hostile_tokens_give_no_name_or_some_name_but_never_an_exception(String mechanism) {
        assertThat(SaslUser.claimedBy(mechanism, new byte[70_000])).isEmpty();
        assertThat(SaslUser.claimedBy(mechanism, new byte[0])).isEmpty();
        SaslUser.claimedBy(mechanism, bearer("{".repeat(40_000)));
        SaslUser.claimedBy(mechanism, bearer("{\"sub\":\"" + "\\".repeat(40_000)));
        for (int seed = 0; seed < 200; seed++) {
            byte[] noise = new byte[1000];
            new Random(seed).nextBytes(noise);
            SaslUser.claimedBy(mechanism, noise);
        }
    }
}
