import { existsSync, readdirSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

import { getRequestListener, RequestError } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import type { ServerBuild } from 'react-router';
import * as build from 'virtual:react-router/server-build';

import { readSettings } from '#platform/env/settings.server.ts';
import { StartUpError } from '#platform/env/start-up-error.ts';
import { closeServer, createBoundServer, listen } from '#platform/http/connections.server.ts';
import { earlyAnswers } from '#platform/http/early-answer.server.ts';
import { parseFormMiddleware } from '#platform/http/request-validation.server.ts';
import { sendCached } from '#platform/http/page-cache.server.ts';
import { sameOriginWrites } from '#platform/http/same-origin.server.ts';
import { servedHosts, type ServedHosts } from '#platform/http/host-allowlist.server.ts';
import type { ShopEnv, ShopRoutes } from '#platform/http/visitor.server.ts';
import { logAllOutput, createLog } from '#platform/log/log.server.ts';

import { apiDescription } from './api-document.server.ts';
import { createApp, takesFiles } from './api.server.ts';
import { PageHandler } from './page-handler.server.ts';
import { pageName } from '../pages/page-lookup.server.ts';
import { startShop, type Shop } from './shop.server.ts';
import { printStartUpSummary, releaseStartingMemory, startUpErrorMessage } from './start-up-messages.server.ts';

export { build };

const yearly = 'public, max-age=31536000, immutable';
const daily = 'public, max-age=86400';

const built = 'build/client';
/** Output of the previous build (scripts/swap-build.ts). */
const builtBefore = 'build/before/client';

/** Checks that the files that the shop needs besides its code exist in the working directory. */
function checkBuild(): void {
  const missing = [built, 'db/migrations'].find((path) => !existsSync(path));
  if (missing === undefined) return;
  throw new StartUpError(
    `${missing} is missing in ${process.cwd()}. Run npm run build in the shop’s folder, then start the shop from there.`,
  );
}

/**
 * Serves the precompressed files of the build and `public/`. All other requests continue to the
 * pages. Files of the previous build, and of a later one that runs in other processes, stay
 * available to pages that use them.
 */
function serveFiles(app: ShopRoutes): void {
  const serveFrom = (root: string, lifetime: string) =>
    serveStatic<ShopEnv>({
      root,
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', lifetime),
    });
  app.use('/assets/*', serveFrom(built, yearly), serveFrom(builtBefore, yearly));
  const own = serveFrom(built, daily);
  // The list of files is read once, so that page requests do not touch the disk.
  const files = new Set(readdirSync(built, { recursive: true, encoding: 'utf8' }).map((name) => `/${name}`));
  app.use('*', (c, next) => (files.has(c.req.path) ? own(c, next) : next()));
}

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export type DevelopmentServer = { middlewares: Middleware };

/**
 * Stops in steps. Reports not ready and keeps answering for `drainSeconds`, so that a load balancer
 * can notice. Then lets open requests finish and ends the background work and the database. Exits
 * after 9 s more.
 */
async function stop(server: Server, shop: Shop, drainSeconds: number): Promise<void> {
  const deadline = setTimeout(() => process.exit(1), drainSeconds * 1_000 + 9_000);
  deadline.unref();
  const sayStopping = () => (shop.state.phase = 'stopping');
  if (drainSeconds > 0) sayStopping();
  await pause(drainSeconds * 1_000);
  await closeServer(server, sayStopping);
  await shop.stop();
  clearTimeout(deadline);
}

/**
 * Sends a cached page and counts the request. False if this request has no cached page or its host
 * is not served.
 */
function answerFromMemory(
  { cache, metrics, isServed }: Pick<Shop, 'cache' | 'metrics'> & { isServed: ServedHosts },
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const begun = performance.now();
  if (!isServed(request.headers.host ?? '', request.url ?? '')) return false;
  if (!sendCached(cache, request, response)) return false;
  const route = pageName(request.url ?? '/');
  const seconds = (performance.now() - begun) / 1_000;
  metrics.count({ method: 'GET', route, status: response.statusCode, seconds });
  return true;
}

/** Starts the whole shop and listens. The caller announces it with `open`. */
async function startServer(development?: DevelopmentServer) {
  if (development === undefined) checkBuild();
  const settings = readSettings();
  if (development === undefined) logAllOutput(createLog(settings.logLevel));
  const shop = await startShop(settings);
  const app = createApp(shop, development === undefined ? { serveFiles } : {});
  app.use('*', sameOriginWrites(settings, false), parseFormMiddleware(takesFiles));
  const isDevelopment = development !== undefined;
  const describeApi = apiDescription(app, shop.ctx);
  const pages = new PageHandler(build satisfies ServerBuild, { ...shop, isDevelopment, describeApi });
  app.all('*', (c) => pages.answer(c));
  const isSecure = () => settings.publicUrl.startsWith('https:');
  const early = earlyAnswers(isSecure);
  const answer = getRequestListener(app.fetch, {
    // A host or path that is no URL. The application answers its own errors.
    errorHandler: (error) => early.response(error instanceof RequestError ? 400 : 500),
  });
  const isServed = servedHosts(settings);
  const server = createBoundServer({
    isStopping: () => shop.state.phase === 'stopping',
    proxies: settings,
    isSecure,
    answer: (request, response) => {
      if (development !== undefined) {
        development.middlewares(request, response, () => void answer(request, response));
      } else if (!answerFromMemory({ ...shop, isServed }, request, response)) void answer(request, response);
    },
  });
  // Flushed now, so that the next start has the compiled code even after a kill.
  flushCompileCache();
  releaseStartingMemory();
  try {
    await listen(server, settings.port, settings.host);
  } catch (error) {
    await shop.stop();
    throw error;
  }
  return {
    open() {
      shop.state.phase = 'running';
      printStartUpSummary(settings, shop, shop.name);
    },
    stop: () => stop(server, shop, settings.drainSeconds),
  };
}

/**
 * Runs the shop as this process's only work. Prints one sentence and exits with code 1 if it cannot
 * start. Ends cleanly on SIGTERM or SIGINT.
 */
export async function runServer(development?: DevelopmentServer): Promise<void> {
  try {
    const running = await startServer(development);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => void running.stop().then(() => process.exit(0)));
    }
    // Last, because a supervisor may stop the shop as soon as it reads that it is open.
    running.open();
  } catch (error) {
    process.stderr.write(`${startUpErrorMessage(error)}\n`);
    process.exit(1);
  }
}
