package dev.topoxy.core.tls;

import io.netty.handler.ssl.ClientAuth;

/** Whether clients show certificates; Kafka's {@code ssl.client.auth}. */
public enum ClientAuthentication {
    NONE(ClientAuth.NONE),
    REQUESTED(ClientAuth.OPTIONAL),
    REQUIRED(ClientAuth.REQUIRE);

    final ClientAuth inNetty;

    ClientAuthentication(ClientAuth inNetty) {
        this.inNetty = inNetty;
    }
}
