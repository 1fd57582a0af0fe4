# One image for every form: docker-compose.yml says which process a container runs, docker-compose.sandbox.yml runs all
# of them in one.
FROM node:22.23.3-bookworm-slim AS manifests
WORKDIR /parley
COPY . .
RUN mkdir /manifests && cp --parents package.json package-lock.json .npmrc packages/*/package.json services/*/package.json apps/*/package.json prisma/package.json sdks/typescript/package.json /manifests

FROM node:22.23.3-bookworm-slim AS build
WORKDIR /parley
# The packages first: a change of the sources does not install them again.
COPY --from=manifests /manifests ./
RUN npm ci
COPY . .
RUN npm run build && npm run build:docs && rm -rf apps/docs/node_modules apps/docs/.pages && npm prune --omit=dev

FROM node:22.23.3-bookworm-slim
WORKDIR /parley
# At most two malloc arenas: by default glibc gives each thread its own, which keeps the memory that the thread frees.
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=32 MALLOC_ARENA_MAX=2
# The code belongs to root, so that a process that is taken over cannot change it.
COPY --from=build /parley /parley
# A volume that is mounted there takes its owner over.
RUN install -d -o node -g node -m 700 /var/lib/parley/uploads /var/lib/parley/data
USER node
EXPOSE 8080
# The gateway's port; docker-compose.yml gives the processes without one their own check.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/gateway/dist/main.js"]
