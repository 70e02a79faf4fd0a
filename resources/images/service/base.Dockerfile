# What services are built on: Debian, an init, and Slipway's agent. BASE_OS and `machine/` are as in base/Dockerfile, whose
# first steps these are: an engine that has one has them for the other.
ARG BASE_OS
FROM ${BASE_OS} AS certificates
COPY base/apt.conf /etc/apt/apt.conf.d/90-slipway
COPY machine/certificates/ /usr/local/share/ca-certificates/
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && update-ca-certificates \
 && rm -rf /var/lib/apt/lists/*

FROM certificates AS agent
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev
COPY agent/agent.c service/with-agent.c /tmp/
RUN mkdir -p /out \
 && gcc -std=c11 -O2 -Wall -Wextra -pthread -static -o /out/slipway-agent /tmp/agent.c \
 && gcc -std=gnu11 -O2 -Wall -Wextra -Werror -static -o /out/with-agent /tmp/with-agent.c

FROM certificates
RUN apt-get update \
 && apt-get install -y --no-install-recommends curl tini \
 && rm -rf /var/lib/apt/lists/*
COPY --from=agent /out/ /usr/local/lib/slipway/
COPY service/install-node service/run-part /usr/local/lib/slipway/
RUN chmod 755 /usr/local/lib/slipway/*
ENV LANG=C.UTF-8
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/bin/tini", "--", "/usr/local/lib/slipway/with-agent"]
CMD ["/usr/local/lib/slipway/service", "serve"]
