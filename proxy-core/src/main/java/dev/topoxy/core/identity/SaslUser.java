package dev.topoxy.core.identity;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the user's name out of the first token that a client sends for a SASL mechanism. What it finds is a claim until
 * the broker accepts the exchange. No token, nor any part of one, ever leaves this class but the name.
 */
final class SaslUser {

    private static final int MAX_TOKEN_BYTES = 64 * 1024;
    private static final Pattern JSON_TOKEN = Pattern.compile("\"((?:[^\"\\\\]++|\\\\.){0,1024}+)\"|[{}\\[\\]:,]");
    private static final Pattern DELEGATION_TOKEN = Pattern.compile(",tokenauth=true", Pattern.CASE_INSENSITIVE);
    private static final char NUL = 0;

    private SaslUser() {}

    /**
     * The claimed user name; empty where the mechanism keeps it opaque (GSSAPI) or the token has another form.
     *
     * @param mechanism as the handshake named it
     * @param token the client's first token of the exchange
     */
    static Optional<String> claimedBy(String mechanism, byte[] token) {
        if (token.length > MAX_TOKEN_BYTES) {
            return Optional.empty();
        }
        String text = new String(token, StandardCharsets.UTF_8);
        if (mechanism.equals("PLAIN")) {
            return plain(text);
        }
        if (mechanism.startsWith("SCRAM-")) {
            return scram(text);
        }
        if (mechanism.equals("OAUTHBEARER")) {
            return oauthBearer(text);
        }
        return Optional.empty();
    }

    /** RFC 4616: authorization id, NUL, user, NUL, password. */
    private static Optional<String> plain(String text) {
        int first = text.indexOf(NUL);
        int second = first < 0 ? -1 : text.indexOf(NUL, first + 1);
        if (second < 0) {
            return Optional.empty();
        }
        return nonEmpty(text.substring(first + 1, second));
    }

    /**
     * RFC 5802, client-first-message: {@code n,,n=user,r=nonce}, with {@code =2C} and {@code =3D} in the name. With a
     * delegation token (KIP-48) the name is the token's id and its owner stays the broker's secret.
     */
    private static Optional<String> scram(String text) {
        String[] attributes = text.split(",", 5);
        if (attributes.length < 4
                || !attributes[2].startsWith("n=")
                || DELEGATION_TOKEN.matcher(text).find()) {
            return Optional.empty();
        }
        return nonEmpty(attributes[2].substring(2).replace("=2C", ",").replace("=3D", "="));
    }

    /** RFC 7628 with a JWT: the subject, which is what Kafka makes the principal of unless told otherwise. */
    private static Optional<String> oauthBearer(String text) {
        int bearer = text.indexOf("Bearer ");
        if (bearer < 0) {
            return Optional.empty();
        }
        String[] parts = text.substring(bearer + "Bearer ".length()).split("\\.", 3);
        if (parts.length < 2) {
            return Optional.empty();
        }
        try {
            String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
            return subject(claims);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The outermost {@code sub}; an actor's within the token (RFC 8693) is somebody else. */
    private static Optional<String> subject(String claims) {
        Matcher token = JSON_TOKEN.matcher(claims);
        int depth = 0;
        String last = "";
        boolean valueOfSubject = false;
        while (token.find()) {
            String text = token.group(1);
            if (text == null) {
                char mark = claims.charAt(token.start());
                depth += mark == '{' || mark == '[' ? 1 : mark == '}' || mark == ']' ? -1 : 0;
                valueOfSubject = mark == ':' && depth == 1 && last.equals("sub");
            } else if (valueOfSubject) {
                return nonEmpty(text.replaceAll("\\\\(.)", "$1"));
            } else {
                last = text;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> nonEmpty(String name) {
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }
}
