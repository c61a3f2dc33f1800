# Stands in for apache/kafka where there is no registry.
FROM localhost/java
COPY libs /opt/kafka/libs
COPY log4j2.properties kafka-run /opt/kafka/
CMD ["/opt/kafka/kafka-run"]
