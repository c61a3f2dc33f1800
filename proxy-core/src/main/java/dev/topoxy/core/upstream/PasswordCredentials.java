package dev.topoxy.core.upstream;

import java.io.IOException;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.apache.kafka.common.security.scram.ScramExtensionsCallback;
import org.apache.kafka.common.security.scram.internals.ScramSaslClientProvider;

/** A user and a password, which is looked up anew for each login. */
final class PasswordCredentials implements Credentials {

    private final LoginSettings.Password settings;

    PasswordCredentials(LoginSettings.Password settings) {
        this.settings = settings;
        ScramSaslClientProvider.initialize();
    }

    @Override
    public String mechanism() {
        return settings.mechanism();
    }

    @Override
    public SaslClient newClient(String host) throws IOException {
        char[] password = settings.password().reveal().toCharArray();
        SaslClient client = Sasl.createSaslClient(
                new String[] {mechanism()}, null, "kafka", host, Map.of(), asked -> answer(asked, password));
        if (client == null) {
            throw new SaslException("this Java has no SASL mechanism " + mechanism());
        }
        return client;
    }

    private void answer(Callback[] asked, char[] password) throws UnsupportedCallbackException {
        for (Callback each : asked) {
            if (each instanceof NameCallback name) {
                name.setName(settings.user());
            } else if (each instanceof PasswordCallback secret) {
                secret.setPassword(password);
            } else if (!(each instanceof ScramExtensionsCallback)) {
                throw new UnsupportedCallbackException(each);
            }
        }
    }
}
