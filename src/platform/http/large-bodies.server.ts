import { createMiddleware } from 'hono/factory';

import { isTeamRole } from '#shared/roles.ts';

import { networkOf } from '../limits/client-network.ts';
import type { Limit, Limits } from '../limits/limits.server.ts';
import { createByteGate, type ByteGate } from './byte-semaphore.ts';
import { HttpError } from './http-error.server.ts';
import { maxTextBytes } from './form-body.server.ts';
import type { ShopEnv } from './visitor.server.ts';

const perHour: Limit = { name: 'large-bodies', points: 30, seconds: 3_600 };
const waitSeconds = '30';
/** Large bodies of one visitor that may arrive at the same time. */
const maxOfVisitor = 2;
const busy = () =>
  new HttpError(503, 'busy', 'The shop is working on other pictures. Please try again in half a minute.');

/** Returns the announced size of a body in bytes; `maxSize` if it is not announced. */
function announcedBytes(headers: Headers, maxSize: number): number {
  return headers.has('transfer-encoding') ? maxSize : Number(headers.get('content-length') ?? 0);
}

/** Passes a body on as the gate admits its bytes. Fails with `busy` if it has to give way. */
function gatedBody(body: ReadableStream<Uint8Array>, gate: ByteGate) {
  const reader = body.getReader();
  let hasGivenWay = false;
  const { promise: gaveWay, resolve: giveWay } = Promise.withResolvers<void>();
  const arrival = gate.enter(() => {
    hasGivenWay = true;
    giveWay();
  });
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await Promise.race([reader.read(), gaveWay]);
        if (next?.done === false) await arrival.take(next.value.length);
        if (next === undefined || hasGivenWay) {
          controller.error(busy());
        } else if (next.done) {
          arrival.complete();
          controller.close();
        } else controller.enqueue(next.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, leave: () => arrival.leave(), hasGivenWay: () => hasGivenWay };
}

/**
 * Limits large bodies before their first byte is read. An account, or the guests of an address, may
 * send 30 an hour; people who work in the admin have no hourly limit.
 * The process holds half of `maxSize` of bytes that came, plus one body, and reads the next bytes
 * as room is made. A body that brings nothing takes no room, and a slow one gives way to others.
 * Visitors and the team have a gate each, and one visitor sends two bodies at a time.
 * Bodies announced as larger than `maxSize` pass, because `limitBody` refuses them unread.
 */
export function limitLargeBodies(limits: Limits, maxSize: number) {
  const newGate = () => createByteGate({ capacity: maxSize / 2, maxUnderWay: 64, slowMs: 2_000 });
  const gates = { visitors: newGate(), team: newGate() };
  const ofVisitors = new Map<string, number>();
  return createMiddleware<ShopEnv>(async (c, next) => {
    const size = announcedBytes(c.req.raw.headers, maxSize);
    if (size <= maxTextBytes || size > maxSize) return next();
    const { user, ip } = c.get('visitor');
    const isTeam = isTeamRole(user?.role);
    if (!isTeam && !(await limits.consume(perHour, user?.id ?? ip))) {
      throw new HttpError(429, 'too_many_requests', 'Too many pictures. Please try again in an hour.');
    }
    const visitor = user?.id ?? networkOf(ip);
    const count = ofVisitors.get(visitor) ?? 0;
    if (!isTeam && count >= maxOfVisitor) {
      c.header('Retry-After', waitSeconds);
      throw busy();
    }
    const { body } = c.req.raw;
    if (body === null) return await next();
    ofVisitors.set(visitor, count + 1);
    const gated = gatedBody(body, gates[isTeam ? 'team' : 'visitors']);
    c.req.raw = new Request(c.req.raw, { body: gated.stream, duplex: 'half' } as RequestInit);
    try {
      await next();
      if (gated.hasGivenWay()) c.header('Retry-After', waitSeconds);
    } finally {
      gated.leave();
      const left = (ofVisitors.get(visitor) ?? 1) - 1;
      if (left === 0) ofVisitors.delete(visitor);
      else ofVisitors.set(visitor, left);
    }
  });
}
