# One service of the catalogue that is built here: BASE plus the item's script. What it fetches with the building machine's
# npm settings (`fetch`) is fetched in a stage that is thrown away.
ARG BASE
FROM ${BASE} AS fetched
COPY machine/npmrc /root/.npmrc
COPY item.sh /usr/local/lib/slipway/service
RUN /usr/local/lib/slipway/run-part fetch /fetched

FROM ${BASE}
COPY --from=fetched /fetched/ /
COPY item.sh /usr/local/lib/slipway/service
RUN /usr/local/lib/slipway/run-part install
