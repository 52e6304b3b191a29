import type { Ctx } from '../ctx.server.ts';
import { pagesKey } from '../http/page-cache.server.ts';
import type { JobDefinition } from '../jobs/jobs.server.ts';
import { purge } from './purge.server.ts';

const name = 'purge-edge';
/** An answer that a process began before it heard of a change is at the edge by then. */
const onTheWaySeconds = 5;

type Purge = { again: boolean };

const enqueue = ({ jobs, db }: Ctx, { again }: Purge) =>
  jobs.enqueue(db, {
    name,
    data: { again },
    // One that waits already does for both: it begins later than what it is for.
    singletonKey: again ? 'again' : 'now',
    ...(again ? { startAfterSeconds: onTheWaySeconds } : {}),
  });

/** Drops every kept page at the edge, once for all processes, and once more for what was on its way there. */
export function edgeJobs({ settings }: Pick<Ctx, 'settings'>, addresses: readonly string[]): JobDefinition[] {
  const { edge } = settings;
  if (edge === undefined) return [];
  return [
    {
      name,
      policy: 'short',
      // Ten times within some three minutes: after one the edge asks by itself.
      retryDelaySeconds: 1,
      retryDelayMaxSeconds: 30,
      async work(ctx, data) {
        await purge(edge, { key: pagesKey, addresses });
        if ((data as Purge).again) return;
        await enqueue(ctx, { again: true });
      },
    },
  ];
}

/**
 * Tells the edge that pages changed. Each process does so after it dropped its own, so that the last purge comes after the last of
 * them; calls that come while one is stored become one more.
 */
export function edgeChanges(ctx: Ctx): () => void {
  let isWanted = false;
  let isStoring = false;
  const store = async () => {
    isWanted = true;
    if (isStoring) return;
    isStoring = true;
    try {
      while (isWanted) {
        isWanted = false;
        await enqueue(ctx, { again: false });
      }
    } catch (error) {
      // The database is away: once it is back, pages count as changed.
      ctx.log.warn({ err: error }, 'the edge could not be told of a change');
    } finally {
      isStoring = false;
    }
  };
  return ctx.settings.edge === undefined ? () => undefined : () => void store();
}
