package dev.topoxy.core.arrival;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Who may, or must, begin a connection with a header of the PROXY protocol, which says for whom it comes.
 *
 * @param trusted who may; empty for everybody
 */
public record ProxyHeaders(Mode mode, List<Subnet> trusted) {

    public static final ProxyHeaders OFF = new ProxyHeaders(Mode.OFF, List.of());

    /** Whether there may be a header, or must. */
    public enum Mode {
        OFF,
        ALLOWED,
        REQUIRED
    }

    /** Addresses that begin alike, like {@code 10.0.0.0/8}; one address alone is written without the slash. */
    public static final class Subnet {

        private final IpSubnetFilterRule rule;
        private final String text;

        private Subnet(IpSubnetFilterRule rule, String text) {
            this.rule = rule;
            this.text = text;
        }

        /**
         * Reads one.
         *
         * @throws IllegalArgumentException if it has another form
         */
        public static Subnet parse(String text) {
            int slash = text.indexOf('/');
            String address = slash < 0 ? text : text.substring(0, slash);
            int bits = address.indexOf(':') < 0 ? 32 : 128;
            try {
                if (!NetUtil.isValidIpV4Address(address) && !NetUtil.isValidIpV6Address(address)) {
                    throw new IllegalArgumentException("not an address");
                }
                int prefix = slash < 0 ? bits : Integer.parseInt(text.substring(slash + 1));
                return new Subnet(new IpSubnetFilterRule(address, prefix, IpFilterRuleType.ACCEPT), text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not a subnet: write one like 10.0.0.0/8 or an address like 10.1.2.3", e);
            }
        }

        boolean contains(InetAddress address) {
            return rule.matches(new InetSocketAddress(address, 0));
        }

        @Override
        public String toString() {
            return text;
        }
    }

    public ProxyHeaders {
        trusted = List.copyOf(trusted);
    }

    boolean expectedFrom(InetAddress source) {
        return mode != Mode.OFF && (trusted.isEmpty() || trusted.stream().anyMatch(subnet -> subnet.contains(source)));
    }
}
