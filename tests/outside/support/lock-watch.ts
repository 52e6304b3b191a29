import pg from 'pg';

const everyMs = 10;

/**
 * Query for write-blocking locks of the shop's connections, with the transactions that hold them.
 */
const held = `
  select c.relname || ' ' || l.mode as lock, l.virtualtransaction as holder from pg_locks l
    join pg_class c on c.oid = l.relation join pg_stat_activity a using (pid)
  where l.granted and a.application_name = 'shop' and c.relname = any($1)
    and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

/** Polls every few milliseconds for write-blocking locks on the tables, until stopped. */
export async function watchLocks(url: string, tables: readonly string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const since = new Map<string, number>();
  let longest: [string, number] = ['', 0];
  let isOver = false;
  const look = async () => {
    const { rows } = await client.query<{ lock: string; holder: string }>(held, [tables]);
    const now = performance.now();
    const seen = new Map(rows.map(({ lock, holder }) => [`${lock} ${holder}`, lock]));
    for (const one of since.keys()) if (!seen.has(one)) since.delete(one);
    for (const [one, lock] of seen) {
      const ms = Math.round(now - (since.get(one) ?? since.set(one, now).get(one) ?? now));
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
    /** Returns the lock held longest, and its duration in milliseconds. */
    async stop(): Promise<[string, number]> {
      isOver = true;
      await watching;
      await client.end();
      return longest;
    },
  };
}
