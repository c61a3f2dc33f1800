package dev.topoxy.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;

/** Whatever is written in a file or on a command line is a configuration or refused with a place and in words. */
class ConfigFuzzTest {

    private static final Path HOME = Path.of("/nonexistent");
    private static final Map<String, String> ENVIRONMENT = Map.of("SERVERS", "b:9092", "EMPTY", "");

    @FuzzTest(maxDuration = "3s")
    @Timeout(10)
    void any_text_is_a_configuration_or_refused(FuzzedDataProvider data) {
        try {
            if (data.consumeBoolean()) {
                fromText(data.consumeRemainingAsString());
            } else {
                Map<CommandLineSetting, String> options = new EnumMap<>(CommandLineSetting.class);
                for (CommandLineSetting setting : CommandLineSetting.values()) {
                    options.put(setting, data.consumeString(80));
                }
                new ConfigLoader(HOME, ENVIRONMENT).fromOptions(options);
            }
        } catch (InvalidConfigException e) {
            assertThat(e.faults()).isNotEmpty();
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    private static void fromText(String text) throws InvalidConfigException {
        Faults faults = new Faults();
        Optional<Node> root = YamlFile.read("f.yaml", text, new EnvironmentSubstitution(ENVIRONMENT), faults);
        if (root.isPresent()) {
            new ConfigBinder(HOME, Map.of(), true, faults).bind(root.get());
        } else {
            assertThat(faults.none()).isFalse();
            faults.throwIfAny();
        }
    }
}
