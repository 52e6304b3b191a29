import { createMiddleware } from 'hono/factory';

import type { Settings } from '../env/settings.server.ts';
import { HttpError } from './http-error.server.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/**
 * True when a write comes from this shop's own pages. Browsers always name their origin; a request
 * without one is refused.
 */
function isSameOrigin(headers: Headers, publicUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  if (origin === null) return false;
  const host = hostOf(origin);
  return host !== null && (host === headers.get('host') || host === hostOf(publicUrl));
}

/**
 * True when a request carries a body. A body of unknown length is announced by its transfer
 * encoding.
 */
function hasBody(headers: Headers): boolean {
  return Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding');
}

/** Refuses writes from other sites, and API writes that are not JSON. */
export function sameOriginWrites(settings: Pick<Settings, 'publicUrl'>, jsonOnly: boolean) {
  return createMiddleware((c, next) => {
    if (reading.has(c.req.method)) return next();
    if (!isSameOrigin(c.req.raw.headers, settings.publicUrl)) {
      throw new HttpError(403, 'cross_site', 'This request did not come from the shop.');
    }
    if (jsonOnly && hasBody(c.req.raw.headers) && !c.req.header('content-type')?.startsWith('application/json')) {
      throw new HttpError(415, 'not_json', 'This call takes JSON.');
    }
    return next();
  });
}
