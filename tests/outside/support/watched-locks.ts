import pg from 'pg';

const everyMs = 10;

/** Locks on which writing waits, held by the shop's own connections. */
const held = `
  select c.relname || ' ' || l.mode as lock from pg_locks l
    join pg_class c on c.oid = l.relation join pg_stat_activity a using (pid)
  where l.granted and a.application_name = 'shop' and c.relname = any($1)
    and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

/** Looks every few milliseconds which of the tables a migration has locked against writing, until it is stopped. */
export async function watchLocks(url: string, tables: readonly string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const since = new Map<string, number>();
  let longest: [string, number] = ['', 0];
  let isOver = false;
  const look = async () => {
    const { rows } = await client.query<{ lock: string }>(held, [tables]);
    const seen = new Set(rows.map(({ lock }) => lock));
    const now = performance.now();
    for (const lock of since.keys()) if (!seen.has(lock)) since.delete(lock);
    for (const lock of seen) {
      const ms = Math.round(now - (since.get(lock) ?? since.set(lock, now).get(lock) ?? now));
      if (ms >= longest[1]) longest = [lock, ms];
    }
  };
  const watching = (async () => {
    while (!isOver) {
      await look();
      await new Promise((done) => setTimeout(done, everyMs));
    }
  })();
  return {
    /** The lock that was held longest, and for how many milliseconds. */
    async stop(): Promise<[string, number]> {
      isOver = true;
      await watching;
      await client.end();
      return longest;
    },
  };
}
