import type { LoggerOptions } from 'pino';

import { isDatabaseUnavailable } from '../db/unavailable.server.ts';

const quietMs = 60_000;

type Told = { at: number; left: number };

function isOfDatabase(fields: unknown): fields is { err: unknown } {
  return typeof fields === 'object' && fields !== null && 'err' in fields && isDatabaseUnavailable(fields.err);
}

/**
 * Lets one line a minute and message through while the database is away: every request and every job fails then, all for the one
 * reason. The next line says as `suppressed` how many were left out.
 */
export function throttledLines(now: () => number): NonNullable<LoggerOptions['hooks']> {
  const told = new Map<unknown, Told>();
  return {
    logMethod(args, method) {
      const [fields, message] = args as [unknown, unknown];
      if (!isOfDatabase(fields)) return method.apply(this, args);
      const last = told.get(message);
      if (last !== undefined && now() - last.at < quietMs) {
        last.left += 1;
        return;
      }
      told.set(message, { at: now(), left: 0 });
      const suppressed = last === undefined || last.left === 0 ? {} : { suppressed: last.left };
      return method.apply(this, [{ ...fields, ...suppressed }, message] as unknown as typeof args);
    },
  };
}
