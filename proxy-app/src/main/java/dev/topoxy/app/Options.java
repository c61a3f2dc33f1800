package dev.topoxy.app;

import dev.topoxy.app.config.CommandLineSetting;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The options of the command. Made by hand instead of by annotations, whose reflection would cost start-up time. */
final class Options {
    static final String CONFIG = "--config";
    static final String CHECK = "--check";

    private Options() {}

    static CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("topoxy");
        spec.usageMessage(new UsageMessageSpec()
                .width(100)
                .sortOptions(false)
                .adjustLineBreaksForWideCJKCharacters(false)
                .customSynopsis(
                        "topoxy --bootstrap-servers HOST:PORT[,HOST:PORT...] [--listen HOST:PORT] [OPTIONS]",
                        "       topoxy --config FILE [--check]")
                .description("A Kafka proxy that gives any cluster KIP-1331 topology descriptions.%n")
                .footer(
                        "",
                        "Example: topoxy --bootstrap-servers broker1:9092,broker2:9092 --listen 127.0.0.1:19092",
                        "  then give your Streams application bootstrap.servers=127.0.0.1:19092.",
                        "Exit codes: 0 stopped cleanly, 1 could not run, 2 a mistake in options or configuration."));
        setting(spec, CommandLineSetting.BOOTSTRAP_SERVERS, "HOST:PORT,...", "Brokers of the cluster to ask first.");
        setting(spec, CommandLineSetting.LISTEN, "HOST:PORT", "What clients connect to. Default: 127.0.0.1:19092");
        setting(spec, CommandLineSetting.ADVERTISED, "HOST:PORT", "What clients reach it by, if that differs.");
        setting(
                spec,
                CommandLineSetting.BROKER_PORTS,
                "FIRST-LAST",
                "One port per broker, from node id 0 on. Default: automatic.");
        setting(
                spec,
                CommandLineSetting.TOPOLOGY_PLUGIN,
                "PLUGIN",
                "memory, file, none, or a class in plugins/. Default: memory");
        setting(
                spec,
                CommandLineSetting.MAX_BYTES,
                "BYTES",
                "The largest description accepted. Default: 358400; 0: no limit");
        spec.addOption(value(CONFIG, "FILE", "Read the configuration from a YAML file instead."));
        spec.addOption(flag(CHECK, "Check the configuration, print a summary and exit."));
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .type(boolean.class)
                .description("Print this help.")
                .build());
        spec.addOption(OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .type(boolean.class)
                .description("Print the version.")
                .build());
        return spec;
    }

    private static void setting(CommandSpec spec, CommandLineSetting setting, String label, String help) {
        spec.addOption(value(setting.option(), label, help));
    }

    private static OptionSpec value(String name, String label, String help) {
        return OptionSpec.builder(name)
                .type(String.class)
                .paramLabel(label)
                .description(help)
                .build();
    }

    private static OptionSpec flag(String name, String help) {
        return OptionSpec.builder(name).type(boolean.class).description(help).build();
    }
}
