# Stands in for eclipse-temurin where there is no registry; its context is a JDK.
FROM localhost/debian
COPY . /opt/jdk
ENV PATH=/opt/jdk/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
