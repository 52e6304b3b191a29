import { callOut } from '#platform/http/outgoing-call.server.ts';

import { namesPrivateHost, PrivateAddress, publicLookup } from './ssrf-guard.server.ts';
import { answerWithinMs, type Reply } from './webhooks.ts';

export type Post = { url: string; headers: Record<string, string>; body: string; allowPrivateHosts: boolean };

async function send({ url, headers, body, allowPrivateHosts }: Post): Promise<number> {
  if (!allowPrivateHosts && namesPrivateHost(url)) throw new PrivateAddress();
  const lookup = allowPrivateHosts ? {} : { lookup: publicLookup };
  // Only the status counts, so the body is not read.
  const call = { method: 'POST', url, headers, body, withinMs: answerWithinMs, maxBytes: 0 } as const;
  return (await callOut({ ...call, ...lookup })).status;
}

const errorText = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : 'no response');

/**
 * Posts a signed message. Never throws, follows no redirect and, unless allowed, connects to public
 * addresses only.
 */
export async function postWebhook(message: Post): Promise<Reply> {
  const begun = performance.now();
  const ms = () => Math.round(performance.now() - begun);
  try {
    return { status: await send(message), error: null, ms: ms() };
  } catch (error) {
    return { status: null, error: errorText(error), ms: ms() };
  }
}
