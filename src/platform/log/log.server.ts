import pino, { type DestinationStream, type Logger } from 'pino';

import { throttledLines } from './calm.ts';
import { errorFields, loggedText } from './error-fields.ts';

function boundedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? loggedText(value) : value]),
  );
}

/**
 * Creates a log of JSON lines on standard output. Every text is bounded. Of an error only type,
 * message and stack are logged, never request bodies or customers' data.
 */
export function createLog(
  level: string,
  out: DestinationStream = pino.destination({ sync: true }),
  now = () => performance.now(),
): Logger {
  const serializers = { err: errorFields };
  const formatters = { log: boundedFields };
  const hooks = throttledLines(now);
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers, formatters, hooks }, out);
}
