import type { Ctx } from '../ctx.server.ts';
import { pagesKey } from '../http/page-cache.server.ts';
import type { JobDefinition } from '../jobs/jobs.server.ts';
import { purge } from './purge.server.ts';

const name = 'purge-edge';
/**
 * Seconds after which a response that a process began before it heard of a change has reached the
 * edge.
 */
const onTheWaySeconds = 5;

type Purge = { again: boolean };

const enqueue = ({ jobs, db }: Ctx, { again }: Purge) =>
  jobs.enqueue(db, {
    name,
    data: { again },
    // One waiting job serves both: it starts after the changes that it is for.
    singletonKey: again ? 'again' : 'now',
    ...(again ? { startAfterSeconds: onTheWaySeconds } : {}),
  });

/**
 * Jobs that purge every page at the edge, once for all processes, and again for responses that were
 * on their way there.
 */
export function edgeJobs({ settings }: Pick<Ctx, 'settings'>, addresses: () => Promise<string[]>): JobDefinition[] {
  const { edge } = settings;
  if (edge === undefined) return [];
  return [
    {
      name,
      policy: 'short',
      // Ten attempts within about three minutes. After a minute the edge revalidates on its own.
      retryDelaySeconds: 1,
      retryDelayMaxSeconds: 30,
      async work(ctx, data) {
        await purge(edge, { key: pagesKey, addresses: await addresses() });
        if ((data as Purge).again) return;
        await enqueue(ctx, { again: true });
      },
    },
  ];
}

/**
 * Returns a function that enqueues a purge of the edge. Each process calls it after it dropped its
 * own pages, so the last purge comes after the last drop.
 * Calls that arrive while one is stored are merged into one more.
 */
export function edgeChanges(ctx: Ctx): () => void {
  let isRequested = false;
  let isStoring = false;
  const store = async () => {
    isRequested = true;
    if (isStoring) return;
    isStoring = true;
    try {
      while (isRequested) {
        isRequested = false;
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
