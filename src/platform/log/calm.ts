import type { LoggerOptions } from 'pino';

import { isDatabaseUnavailable } from '../db/unavailable.server.ts';

const quietMs = 60_000;

type Logged = { at: number; left: number };

function isOfDatabase(fields: unknown): fields is { err: unknown } {
  return typeof fields === 'object' && fields !== null && 'err' in fields && isDatabaseUnavailable(fields.err);
}

/**
 * Logs one line per minute and message while the database is away, because every request and job
 * then fails for that one reason.
 * The next line states as `suppressed` how many were left out.
 */
export function throttledLines(now: () => number): NonNullable<LoggerOptions['hooks']> {
  const logged = new Map<unknown, Logged>();
  return {
    logMethod(args, method) {
      const [fields, message] = args as [unknown, unknown];
      if (!isOfDatabase(fields)) return method.apply(this, args);
      const last = logged.get(message);
      if (last !== undefined && now() - last.at < quietMs) {
        last.left += 1;
        return;
      }
      logged.set(message, { at: now(), left: 0 });
      const suppressed = last === undefined || last.left === 0 ? {} : { suppressed: last.left };
      return method.apply(this, [{ ...fields, ...suppressed }, message] as unknown as typeof args);
    },
  };
}
