import type { Logger } from 'pino';

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
