import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

import { namesPrivateHost, PrivateAddress, publicLookup } from './public-address.server.ts';
import { answerWithinMs, type Reply } from './webhooks.ts';

export type Post = { url: string; headers: Record<string, string>; body: string; mayGoInside: boolean };

function send({ url, headers, body, mayGoInside }: Post, signal: AbortSignal): Promise<number> {
  if (!mayGoInside && namesPrivateHost(url)) return Promise.reject(new PrivateAddress());
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((done, failed) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      signal,
      ...(mayGoInside ? {} : { lookup: publicLookup }),
    });
    sent.once('error', failed);
    sent.once('response', (response) => {
      done(response.statusCode ?? 0);
      // Only the status counts, so the rest of the response is not read.
      response.destroy();
    });
    sent.end(body);
  });
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `no answer within ${answerWithinMs / 1_000} s`;
  return error.message.slice(0, 200);
}

/**
 * Posts a signed message. Never throws, follows no redirect and, unless allowed, connects to public
 * addresses only.
 */
export async function postWebhook(message: Post): Promise<Reply> {
  const begun = performance.now();
  const ms = () => Math.round(performance.now() - begun);
  try {
    const status = await send(message, AbortSignal.timeout(answerWithinMs));
    return { status, error: null, ms: ms() };
  } catch (error) {
    return { status: null, error: errorText(error), ms: ms() };
  }
}
