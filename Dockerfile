ARG NODE=24.18.1
ARG BUILD_IMAGE=node:${NODE}-bookworm
ARG RUN_IMAGE=node:${NODE}-bookworm-slim

FROM ${BUILD_IMAGE} AS manifest
WORKDIR /app
ENV npm_config_cache=/tmp/npm npm_config_fund=false npm_config_audit=false npm_config_update_notifier=false
COPY package.json package-lock.json ./

# No script of the project can run before its sources are here; those of the packages that need it run.
FROM manifest AS build
RUN npm ci --ignore-scripts && npm rebuild better-sqlite3 esbuild --foreground-scripts
COPY tsconfig.json ./
COPY scripts scripts
COPY migrations migrations
COPY seed seed
COPY docs docs
COPY src src
ARG COMMIT=
RUN COMMIT=${COMMIT} npm run build

FROM manifest AS packages
# Of better-sqlite3 only the binary is needed at run time, not the sources of SQLite beside it.
RUN npm ci --omit=dev --ignore-scripts && npm rebuild better-sqlite3 --foreground-scripts \
  && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
  && find node_modules/better-sqlite3/build -type f ! -path '*/Release/better_sqlite3.node' -delete \
  && find node_modules -type d -empty -delete

FROM ${RUN_IMAGE}
ARG COMMIT=
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="dam-sandbox" \
  org.opencontainers.image.description="Stateful reference server for the open HTTP interface of a digital asset management service" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${COMMIT}"
# It listens on all addresses of the container: publish the port on 127.0.0.1 (-p 127.0.0.1:4022:4022 -p 127.0.0.1:4023:4023), or set SANDBOX_ADMIN_KEY.
ENV NODE_ENV=production SANDBOX_HOST=0.0.0.0
WORKDIR /app
# Text in SVG drawings needs fonts; these have Latin and Chinese.
RUN apt-get update \
  && apt-get install -y --no-install-recommends fontconfig-config fonts-wqy-microhei \
  && rm -rf /var/lib/apt/lists/*
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/migrations migrations
COPY --from=build /app/seed seed
COPY --from=build /app/dist dist
COPY --from=build /app/docs docs
RUN install -d -o node -g node -m 700 /data
USER node
EXPOSE 4022 4023
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "const { SANDBOX_HOST: host, SANDBOX_PORT: port } = process.env; require('node:http').get({ host, port: port || 4022, path: '/readyz' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["node", "dist/server.cjs"]
