import { type Form, textsOf } from './cards.ts';
import { noSuch } from './object-calls.ts';
import type { SandboxWebhookEndpoint } from './objects.ts';
import { invalid, newId, okResponse, seconds, textOf, type ApiResponse } from './responses.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** True for an address that the provider can reach: public, and encrypted. */
function isPublic(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' };
  return protocol === 'https:' && !/^(localhost|127\.|\[::1\])/.test(hostname);
}

/** Registers a webhook endpoint. Only this answer has its secret. No event is delivered to it. */
export function createEndpoint(work: UnitOfWork, form: Form): ApiResponse {
  const url = textOf(form.url) ?? '';
  if (!isPublic(url)) return invalid('Invalid URL: URL must be publicly accessible.', 'url_invalid', { param: 'url' });
  const endpoint: SandboxWebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: textOf(form.api_version),
    application: null,
    created: seconds(),
    description: textOf(form.description),
    enabled_events: Object.values(textsOf(form.enabled_events)),
    livemode: false,
    metadata: textsOf(form.metadata),
    status: 'enabled',
    url,
  };
  work.put(endpoint);
  return okResponse({ ...endpoint, secret: newId('whsec', 16) });
}

async function findEndpoint(work: UnitOfWork, id: string): Promise<SandboxWebhookEndpoint | null> {
  const found = await work.find('webhook_endpoint', id);
  return found?.status === 'enabled' ? found : null;
}

export async function readEndpoint(work: UnitOfWork, id: string): Promise<ApiResponse> {
  const found = await findEndpoint(work, id);
  return found === null ? noSuch('webhook_endpoint', id) : okResponse(found);
}

/** Deletes a webhook endpoint. */
export async function deleteEndpoint(work: UnitOfWork, id: string): Promise<ApiResponse> {
  const found = await findEndpoint(work, id);
  if (found === null) return noSuch('webhook_endpoint', id);
  work.put({ ...found, status: 'deleted' });
  return okResponse({ id, object: 'webhook_endpoint', deleted: true });
}
