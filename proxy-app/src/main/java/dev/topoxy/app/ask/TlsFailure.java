package dev.topoxy.app.ask;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** Says what a user can do about a TLS connection that does not come about. */
final class TlsFailure {

    private TlsFailure() {}

    static String told(SSLException failure) {
        String message = String.valueOf(failure.getMessage());
        if (isCausedBy(failure, CertPathBuilderException.class)) {
            return "its certificate is signed by nobody who is believed: give --ca with the authority's certificate";
        }
        if (isCausedBy(failure, CertificateException.class)) {
            return message + ": write --admin with the host that its certificate is made out for";
        }
        if (message.contains("certificate_required") || message.contains("bad_certificate")) {
            return message + ": it wants to see a certificate: give --cert";
        }
        boolean strange = message.contains("Unsupported or unrecognized SSL message")
                || message.contains("terminated the handshake");
        return message + (strange ? ": if it speaks plain HTTP, write --admin with http://" : "");
    }

    private static boolean isCausedBy(Throwable failure, Class<? extends Exception> kind) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (kind.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
