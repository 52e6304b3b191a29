import pino, { type Logger } from 'pino';

/** JSON lines on standard output; only an error's type, message and stack are kept, never request bodies. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ sync: true }));
}
