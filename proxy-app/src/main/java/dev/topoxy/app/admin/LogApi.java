package dev.topoxy.app.admin;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.topoxy.app.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/** The part of the API that shows and changes log levels while the proxy runs. */
final class LogApi {

    private static final String BASE = "/api/v1/loggers";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.$]{1,200}");
    private static final List<Level> LEVELS = List.of(Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private LogApi() {}

    static List<Route> routes() {
        return List.of(
                Route.get(BASE, Guard.Access.DATA, (request, arguments) -> all()),
                Route.get(
                        BASE + "/{logger}",
                        Guard.Access.DATA,
                        (request, arguments) -> Answer.json(json(logger(arguments.get(0))))),
                Route.put(
                        BASE + "/{logger}",
                        Guard.Access.DATA,
                        (request, arguments) -> set(logger(arguments.get(0)), request.body())));
    }

    private static LoggerContext context() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            return context;
        }
        throw new NotFoundException("The log of this process is not Logback's.");
    }

    private static Logger logger(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new BadRequestException("A logger's name is that of a package or class, or ROOT.");
        }
        return context().getLogger(name);
    }

    /** Those that have a level of their own. */
    private static Answer all() {
        return Answer.json(Json.object()
                .with(
                        "loggers",
                        context().getLoggerList().stream()
                                .filter(logger -> logger.getLevel() != null)
                                .map(LogApi::json)
                                .toList()));
    }

    private static Json.Members json(Logger logger) {
        return Json.object()
                .with("logger", logger.getName())
                .with("level", Optional.ofNullable(logger.getLevel()).map(Level::toString))
                .with("effectiveLevel", logger.getEffectiveLevel().toString());
    }

    private static Answer set(Logger logger, String body) {
        JsonNode level;
        try {
            level = MAPPER.readTree(body).path("level");
        } catch (JsonProcessingException e) {
            throw new BadRequestException("The body is not JSON.");
        }
        boolean inherit = level.isNull() && !logger.getName().equals(org.slf4j.Logger.ROOT_LOGGER_NAME);
        logger.setLevel(
                inherit
                        ? null
                        : LEVELS.stream()
                                .filter(each -> each.toString().equals(level.asText()))
                                .findFirst()
                                .orElseThrow(
                                        () -> new BadRequestException("The body must be {\"level\":\"…\"} with one of "
                                                + LEVELS + ", or null to inherit it.")));
        return Answer.json(json(logger));
    }
}
