import type { Edge } from '../env/settings.server.ts';
import { callOut, isSuccess, type OutgoingCall } from '../http/outgoing-call.server.ts';

/** Pages to purge: by key, or by addresses if the cache has no keys. */
export type PurgeTarget = { key: string; addresses: readonly string[] };

type Call = Omit<OutgoingCall, 'withinMs' | 'maxBytes'>;

const answerWithinMs = 5_000;

/**
 * Purge requests of each kind of cache. Without further modules Varnish has no keys, so pages are
 * purged one by one.
 */
const purgeCalls: Record<Edge['kind'], (edge: Edge, dropped: PurgeTarget) => Call[]> = {
  varnish: ({ urls, token }, { addresses }) =>
    urls.flatMap((url) =>
      addresses.map((address) => ({
        url: new URL(address, url).href,
        method: 'PURGE' as const,
        headers: { authorization: `Bearer ${token}` },
      })),
    ),
  // https://www.fastly.com/documentation/reference/api/purging/
  fastly: ({ urls, token }, { key }) =>
    urls.map((url) => ({ url, method: 'POST', headers: { 'fastly-key': token, 'surrogate-key': key } })),
  // https://developers.cloudflare.com/api/resources/cache/methods/purge/
  cloudflare: ({ urls, token }, { key }) =>
    urls.map((url) => ({
      url,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tags: [key] }),
    })),
};

/** An edge cache that did not purge; `status` is null if it did not answer. */
export class PurgeFailed extends Error {
  readonly status: number | null;

  constructor(host: string, status: number | null, cause?: unknown) {
    super(`The edge cache ${host} ${status === null ? 'does not answer' : `answered ${status}`}`, { cause });
    this.status = status;
  }
}

async function send(call: Call): Promise<void> {
  const { host } = new URL(call.url);
  const answer = await callOut({ ...call, withinMs: answerWithinMs, maxBytes: 0 }).catch((error: unknown) => {
    throw new PurgeFailed(host, null, error);
  });
  if (!isSuccess(answer.status)) throw new PurgeFailed(host, answer.status);
}

/**
 * Purges pages at every cache of the edge. Calls all of them before it throws `PurgeFailed` for the
 * first that failed.
 */
export async function purge(edge: Edge, dropped: PurgeTarget): Promise<void> {
  const answers = await Promise.allSettled(purgeCalls[edge.kind](edge, dropped).map(send));
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
}
