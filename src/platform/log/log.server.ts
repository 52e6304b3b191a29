import pino, { type DestinationStream, type Logger } from 'pino';

import { errorFields } from './error-fields.ts';

/** JSON lines on standard output; only an error's type, message and stack are kept, never request bodies or customers' data. */
export function createLog(level: string, out: DestinationStream = pino.destination({ sync: true })): Logger {
  const serializers = { err: errorFields };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, out);
}
