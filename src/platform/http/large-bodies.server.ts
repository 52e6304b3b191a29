import { createMiddleware } from 'hono/factory';

import { isTeamRole } from '#shared/roles.ts';

import type { Limit, Limits } from '../limits/limits.server.ts';
import { createByteGate } from './byte-gate.ts';
import { HttpError } from './errors.server.ts';
import { maxTextBytes } from './form-body.server.ts';
import type { ShopEnv } from './visitor.server.ts';

const perHour: Limit = { name: 'large-bodies', points: 30, seconds: 3_600 };
const waitSeconds = 30;

/** Returns the announced size of a body in bytes; `maxSize` if it is not announced. */
function announcedBytes(headers: Headers, maxSize: number): number {
  return headers.has('transfer-encoding') ? maxSize : Number(headers.get('content-length') ?? 0);
}

/**
 * Limits large bodies before their first byte is read. An account, or the guests of an address, may
 * send 30 an hour; people who work in the admin have no hourly limit.
 * The process reads half of `maxSize` at a time, eight more wait, and the next is refused with 503.
 * Bodies announced as larger than `maxSize` pass, because `limitBody` refuses them unread.
 */
export function limitLargeBodies(limits: Limits, maxSize: number) {
  const gate = createByteGate(maxSize / 2, 8);
  return createMiddleware<ShopEnv>(async (c, next) => {
    const size = announcedBytes(c.req.raw.headers, maxSize);
    if (size <= maxTextBytes || size > maxSize) return next();
    const { user, ip } = c.get('visitor');
    if (!isTeamRole(user?.role) && !(await limits.take(perHour, user?.id ?? ip))) {
      throw new HttpError(429, 'too_many_requests', 'Too many pictures. Please try again in an hour.');
    }
    const leave = await gate.enter(size);
    if (leave === null) {
      c.header('Retry-After', String(waitSeconds));
      throw new HttpError(503, 'busy', 'The shop is working on other pictures. Please try again in half a minute.');
    }
    try {
      return await next();
    } finally {
      leave();
    }
  });
}
