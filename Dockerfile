# One image for every form (docs/operations/install.md#one-container). Alone it is Parley on one machine, with its own
# PostgreSQL; its first argument names another command (bin/parley-container). Nothing here depends on a
# processor: `docker buildx build --platform linux/amd64,linux/arm64 .` builds the programs once, and takes the packages
# with machine code on each platform. Everything that is downloaded comes from npm's registry.
ARG REGISTRY=docker.io/library
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# The lists of packages alone: a change of the sources does not install the packages again.
FROM --platform=$BUILDPLATFORM ${REGISTRY}/${NODE_IMAGE} AS manifests
WORKDIR /parley
COPY . .
RUN mkdir /manifests && cp --parents package.json package-lock.json .npmrc packages/*/package.json services/*/package.json apps/*/package.json prisma/package.json sdks/typescript/package.json /manifests

# The programs and pages, which are the same on every platform.
FROM --platform=$BUILDPLATFORM ${REGISTRY}/${NODE_IMAGE} AS build
WORKDIR /parley
COPY --from=manifests /manifests ./
RUN npm ci
COPY . .
RUN npm run build && npm run build:docs
RUN node scripts/image/pack-app.mjs /packed

# Packages that programs load while they run; PostgreSQL and Argon2 are machine code.
FROM ${REGISTRY}/${NODE_IMAGE} AS modules
WORKDIR /parley
COPY --from=manifests /manifests ./
RUN npm ci --omit=dev
COPY scripts/image ./scripts/image
RUN node scripts/image/pack-modules.mjs /packed

FROM ${REGISTRY}/${NODE_IMAGE}
LABEL org.opencontainers.image.title="Parley" org.opencontainers.image.licenses="Apache-2.0 AND GPL-3.0-or-later"
WORKDIR /parley
# A new volume takes the owner of this folder over: the user node, by number, so that Kubernetes can see that it is not root.
RUN install -d -o 1000 -g 1000 -m 711 /data
# The code belongs to root, so that a process that is taken over cannot change it. What changes seldom comes first.
COPY --from=modules /packed/postgres ./
COPY --from=modules /packed/modules ./
COPY --from=build /packed/pages ./
COPY --from=build /packed/app ./
# At most two malloc arenas: by default glibc gives each thread its own, which keeps the memory that the thread frees.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 PATH=/parley/bin:$PATH
# Providers are real unless PARLEY_SANDBOX is true. Ports are published by `docker run -p`, or not at all.
ENV PARLEY_DATA_DIR=/data PARLEY_SANDBOX=false PARLEY_HOST=0.0.0.0 PARLEY_SANDBOX_HOST=0.0.0.0
USER 1000:1000
# The gateway, and the sandbox where it is on.
EXPOSE 8080 8090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["parley-health"]
ENTRYPOINT ["/parley/bin/parley-container"]
CMD ["one-machine"]
