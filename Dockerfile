# syntax=docker/dockerfile:1
# Everything is installed and built in the first stage; the second holds what runs, and no compiler.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/shop
COPY . .
RUN --mount=type=cache,target=/root/.npm \
  node scripts/build.mjs \
  && npm uninstall --no-save --omit=dev --no-audit --no-fund @react-router/dev @tailwindcss/vite tailwindcss vite

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
COPY --from=build /srv/shop/package.json /srv/shop/package-lock.json ./
COPY --from=build /srv/shop/node_modules ./node_modules
# What a link in node_modules leads to.
COPY --from=build /srv/shop/packages ./packages
COPY --from=build /srv/shop/build ./build
COPY --from=build /srv/shop/db ./db
# What the operator's commands run from.
COPY --from=build /srv/shop/src ./src
COPY --from=build /srv/shop/content ./content
COPY --from=build /srv/shop/scripts ./scripts
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/shop /var/lib/shop/backups
USER node
VOLUME /var/lib/shop
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=4s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/index.js"]
