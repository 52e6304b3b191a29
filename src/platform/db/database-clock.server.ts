import type { Logger } from 'pino';

import type { Database } from './database.server.ts';

const sampleEveryMs = 10_000;
/** A sample that took longer is too imprecise about the time it belongs to. */
const maxSampleMs = 1_000;
const toleratedMs = 5_000;

const dayMs = 86_400_000;

/** Formats a duration for an operator: `45 days`, `12.5 s`. */
function spanOf(ms: number): string {
  return ms >= 2 * dayMs ? `${Math.round(ms / dayMs)} days` : `${(ms / 1_000).toFixed(1)} s`;
}

/**
 * Operator-facing warning that the clock of this process differs from the database's; null within 5
 * s.
 */
export function clockWarning(aheadMs: number): string | null {
  if (Math.abs(aheadMs) <= toleratedMs) return null;
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return `The clock of this process is ${spanOf(Math.abs(aheadMs))} ${side} the clock of the database, which the shop goes by: switch NTP on.`;
}

export type DatabaseClock = {
  /**
   * Returns the time of the database, advanced by the monotonic clock of this process since the
   * last sample.
   */
  now(): Date;
  /**
   * Milliseconds by which the clock of this process is ahead of the database's; negative if it is
   * behind.
   */
  aheadMs(): number;
  stop(): void;
};

type Options = { log: Pick<Logger, 'warn'>; wallMs?: () => number };

/**
 * Reads the clock of the database now and every 10 s. A process whose own clock is wrong or jumps
 * then does not erase, complete or end anything early.
 * While the database is away, the last sample counts.
 */
export async function startDatabaseClock(
  { pool }: Pick<Database, 'pool'>,
  { log, wallMs = Date.now }: Options,
): Promise<DatabaseClock> {
  const readMs = async () => {
    const begun = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    const ended = performance.now();
    const ms = rows[0]?.ms;
    return { tookMs: ended - begun, offsetMs: (ms ?? 0) - (begun + ended) / 2 };
  };
  let { offsetMs } = await readMs();
  const nowMs = () => offsetMs + performance.now();
  const aheadMs = () => wallMs() - nowMs();
  let warnedOf: string | null = null;
  const warn = () => {
    const warning = clockWarning(aheadMs());
    if (warning !== null && warning !== warnedOf) log.warn(warning);
    warnedOf = warning;
  };
  const sample = async () => {
    try {
      const read = await readMs();
      if (read.tookMs <= maxSampleMs) ({ offsetMs } = read);
      warn();
    } catch {
      // The database is away: the monotonic clock continues from the last sample.
    }
    timer = setTimeout(() => void sample(), sampleEveryMs).unref();
  };
  let timer = setTimeout(() => void sample(), sampleEveryMs).unref();
  warn();
  return { now: () => new Date(nowMs()), aheadMs, stop: () => clearTimeout(timer) };
}
