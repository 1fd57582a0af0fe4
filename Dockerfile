# One image for every part; docker-compose.yml says which part a container runs.
FROM node:22-bookworm-slim AS build
WORKDIR /parley
COPY . .
RUN npm ci && npm run build && npm run build:docs && rm -rf apps/docs/node_modules apps/docs/.pages && npm prune --omit=dev

FROM node:22-bookworm-slim
WORKDIR /parley
# At most two malloc arenas: by default glibc gives each thread its own, which keeps the memory that the thread frees.
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=32 MALLOC_ARENA_MAX=2
COPY --from=build --chown=node:node /parley /parley
# A volume that is mounted there takes its owner over.
RUN install -d -o node -g node -m 700 /var/lib/parley/uploads
USER node
CMD ["node", "apps/gateway/dist/main.js"]
