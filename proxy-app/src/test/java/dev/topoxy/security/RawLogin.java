package dev.topoxy.security;

import dev.topoxy.testkit.RawClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.sasl.SaslClient;
import org.apache.kafka.common.message.SaslAuthenticateRequestData;
import org.apache.kafka.common.message.SaslAuthenticateResponseData;
import org.apache.kafka.common.message.SaslHandshakeRequestData;
import org.apache.kafka.common.message.SaslHandshakeResponseData;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;
import org.apache.kafka.common.security.scram.internals.ScramSaslClient;

/** A login of any name on a connection that may be logged in already, which no real client would try. */
final class RawLogin {

    private final RawClient client;
    private final String mechanism;

    RawLogin(RawClient client, String mechanism) {
        this.client = client;
        this.mechanism = mechanism;
    }

    /** The broker's last word. */
    SaslAuthenticateResponseData as(String user, String password) throws Exception {
        SaslHandshakeResponseData handshake = client.call(new SaslHandshakeRequestData().setMechanism(mechanism), 1)
                .as(SaslHandshakeResponseData.class);
        if (handshake.errorCode() != 0) {
            throw new IllegalStateException("handshake refused with " + handshake.errorCode());
        }
        return switch (mechanism) {
            case "PLAIN" -> send(("\0" + user + "\0" + password).getBytes(StandardCharsets.UTF_8));
            case "OAUTHBEARER" -> send(bearer(user).getBytes(StandardCharsets.UTF_8));
            default -> scram(user, password);
        };
    }

    private SaslAuthenticateResponseData send(byte[] token) throws IOException {
        return client.call(new SaslAuthenticateRequestData().setAuthBytes(token), 2)
                .as(SaslAuthenticateResponseData.class);
    }

    /** With a token that nobody signed, as the brokers of the tests take it. */
    private static String bearer(String user) {
        long now = Instant.now().getEpochSecond();
        String claims = "{\"sub\":\"%s\",\"iat\":%d,\"exp\":%d}".formatted(user, now, now + 3600);
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return "n,,\u0001auth=Bearer " + encoder.encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8))
                + "." + encoder.encodeToString(claims.getBytes(StandardCharsets.UTF_8)) + ".\u0001\u0001";
    }

    private SaslAuthenticateResponseData scram(String user, String password)
            throws IOException, NoSuchAlgorithmException {
        SaslClient scram = new ScramSaslClient(ScramMechanism.forMechanismName(mechanism), callbacks -> {
            for (Callback callback : callbacks) {
                if (callback instanceof NameCallback name) {
                    name.setName(user);
                } else if (callback instanceof PasswordCallback secret) {
                    secret.setPassword(password.toCharArray());
                }
            }
        });
        SaslAuthenticateResponseData challenge = send(scram.evaluateChallenge(new byte[0]));
        return challenge.errorCode() == 0 ? send(scram.evaluateChallenge(challenge.authBytes())) : challenge;
    }
}
