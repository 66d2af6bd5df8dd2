# The server and its site, as `docker compose up` builds them (compose.yaml). The owner's facts and PUBLIC_URL are in the
# built pages, so an image belongs to one installation; secrets come in at the start, and are in no layer.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/oui-48
# What is installed follows from these files alone, so that a change of the sources installs nothing again.
COPY package.json package-lock.json .npmrc ./
COPY scripts/setup.mjs scripts/
RUN node -e "import('./scripts/setup.mjs').then(({ ensureInstalled }) => ensureInstalled({ dev: false }))"
COPY . .
ARG PUBLIC_URL=http://localhost:3000
# The image brings its own Node; the licences of what it holds lie beside it.
RUN npm run build && node scripts/third-party.ts && rm -rf .cache node_modules/node

FROM node:24-bookworm-slim AS server
WORKDIR /srv/oui-48
COPY deploy/container/oui /usr/local/bin/oui
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 OPS_PORT=3001 DATA_DIR=/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm between: SIGTERM reaches the server, which answers what is under way and ends within 10 s.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "scripts/start.ts"]
RUN mkdir /data && chown node:node /data
COPY --from=build /srv/oui-48 ./
VOLUME /data
ARG PUBLIC_URL=http://localhost:3000
ENV PUBLIC_URL=$PUBLIC_URL
USER node
