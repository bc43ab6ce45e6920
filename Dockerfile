# The service on Node; the folder that it writes to is DATA_DIR, so the rest may be read-only:
#   docker run --read-only --tmpfs /tmp -v fooddata:/var/lib/fooddata -p 127.0.0.1:8080:8080 fooddata
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional is only Node itself, which the image has.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit

FROM node:24.21.0-bookworm-slim
# the version of package.json; the commit is for whoever builds: --build-arg REVISION=$(git rev-parse HEAD)
ARG VERSION=0.1.0
ARG REVISION=unknown
# of the code; the bundled data have licences of their own, which /app/data/LICENSES.md names
LABEL org.opencontainers.image.title="fooddata" \
      org.opencontainers.image.description="Open food and nutrition data service: search, barcodes, meals, over REST and MCP" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
    NODE_OPTIONS=--disable-warning=ExperimentalWarning \
    HOST=0.0.0.0 \
    ADMIN_HOST=0.0.0.0 \
    DATA_DIR=/var/lib/fooddata
RUN install --directory --owner=10001 --group=10001 --mode=0700 /var/lib/fooddata
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY domain domain
COPY projections projections
COPY infra infra
COPY src src
COPY data data
USER 10001:10001
VOLUME /var/lib/fooddata
EXPOSE 8080 9080
# every role has this port, only api has the other; does the process still answer?
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ADMIN_PORT ?? 9080}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "src/main.ts"]
CMD ["serve"]
