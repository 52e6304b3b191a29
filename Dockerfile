# syntax=docker/dockerfile:1
# The first stage packs the release; the second holds what it runs, and no compiler.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/shop
COPY . .
RUN --mount=type=cache,target=/root/.npm node scripts/pack-release.mjs --folder /srv/release

FROM node:24-bookworm-slim
WORKDIR /srv/shop
# Memory limits of the engine and the allocator as in scripts/memory-limits.json: a shop that needs more sets NODE_OPTIONS of the container.
ENV NODE_ENV=production \
    NODE_OPTIONS="--max-old-space-size=256 --max-semi-space-size=16" \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=32768 \
    MALLOC_TRIM_THRESHOLD_=65536 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/var/lib/shop
# Owned by root: the process can change nothing of what it runs.
COPY --from=build /srv/release ./
RUN ln -s /usr/local/bin/node node_modules/.bin/node \
  && install --directory --owner=node --group=node --mode=0700 /var/lib/shop /var/lib/shop/backups
USER node
VOLUME /var/lib/shop
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/index.js"]
