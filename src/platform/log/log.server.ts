import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

import { errorFields, redactText } from './error-fields.ts';
import { isDatabaseUnavailable } from '../db/database-errors.server.ts';

const quietMs = 60_000;

type Logged = { at: number; left: number };

function isDatabaseOutage(fields: unknown): fields is { err: unknown } {
  return typeof fields === 'object' && fields !== null && 'err' in fields && isDatabaseUnavailable(fields.err);
}

/**
 * Logs one line per minute and message while the database is away, because every request and job
 * then fails for that one reason.
 * The next line states as `suppressed` how many were left out.
 */
function throttleOutageLines(now: () => number): NonNullable<LoggerOptions['hooks']> {
  const logged = new Map<unknown, Logged>();
  return {
    logMethod(args, method) {
      const [fields, message] = args as [unknown, unknown];
      if (!isDatabaseOutage(fields)) return method.apply(this, args);
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

function boundedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? redactText(value) : value]),
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
  const hooks = throttleOutageLines(now);
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers, formatters, hooks }, out);
}

const methods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

/**
 * Routes all output of the process to the log: library output, Node's warnings, and the error that
 * ends the process.
 */
export function logAllOutput(log: Logger): void {
  for (const method of methods) {
    console[method] = (...parts: unknown[]) => {
      const err = parts.find((part) => part instanceof Error);
      const said = parts.find((part) => typeof part === 'string');
      log.warn({ ...(err === undefined ? {} : { err }), said }, 'printed by a library');
    };
  }
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of the process'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
}
