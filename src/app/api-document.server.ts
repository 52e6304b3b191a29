import { z } from '@hono/zod-openapi';

import { scopeLabels } from '#modules/api/api-keys.ts';
import { messageOutput } from '#modules/webhooks/webhooks.schema.ts';
import type { EventKind } from '#modules/webhooks/webhooks.ts';
import { publishedSite } from '#modules/content/content.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { authPaths, providerWebhook } from './api-external-routes.server.ts';
import { eventNames, webhookEvents } from './webhook-events.server.ts';
import packageJson from '../../package.json' with { type: 'json' };

export type ApiDocument = ReturnType<ShopRoutes['getOpenAPI31Document']>;

function about(publicUrl: string): Parameters<ShopRoutes['getOpenAPI31Document']>[0] {
  const scopes = Object.entries(scopeLabels).map(([scope, does]) => `\`${scope}\`: ${does.toLowerCase()}`);
  return {
    openapi: '3.1.0',
    info: {
      title: 'API',
      version: packageJson.version,
      description: [
        'Calls under `/api/v1` are for other systems and require an API key as a bearer token.',
        `Key permissions: ${scopes.join('; ')}.`,
        'All other calls serve the shop’s own pages. They need its cookies, and writes must come from its origin.',
        'Every error is `{ "error": reason, "message": sentence }`.',
      ].join('\n\n'),
    },
    servers: [{ url: publicUrl }],
  };
}

/** Describes the request that receivers of an event get. */
function webhookOf(kind: EventKind) {
  const schema = z.toJSONSchema(messageOutput(kind, eventNames), { io: 'output' });
  delete schema.$schema;
  const example = { type: kind.name, timestamp: '2026-11-23T09:30:00.000Z', data: kind.sample };
  return {
    post: {
      summary: `Sent to endpoints that subscribe to ${kind.name}`,
      description:
        'Signed following Standard Webhooks. Respond with 2xx within 5 seconds. The same webhook-id means the same event.',
      requestBody: { required: true, content: { 'application/json': { schema, example } } },
      responses: { '2XX': { description: 'Accepted' } },
    },
  };
}

/**
 * Builds the OpenAPI document from the contracts of all routes. Routes of libraries and of the
 * payment provider are described by hand.
 */
function describeApi(app: ShopRoutes, publicUrl: string): ApiDocument {
  const document = app.getOpenAPI31Document(about(publicUrl));
  return {
    ...document,
    paths: { ...document.paths, ...authPaths, ...providerWebhook },
    webhooks: Object.fromEntries(webhookEvents.map((kind) => [kind.name, webhookOf(kind)])),
    components: {
      ...document.components,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key created under API keys in the admin' },
        session: { type: 'apiKey', in: 'cookie', name: 'shop.session_token' },
      },
    },
  } as ApiDocument;
}

/** Returns a function that describes the API with the shop's published name. */
export function apiDescription(app: ShopRoutes, ctx: Ctx): () => Promise<ApiDocument> {
  // Computed once, on first use, because it takes every route.
  let described: ApiDocument | undefined;
  return async () => {
    const { name } = await publishedSite(ctx);
    described ??= describeApi(app, ctx.settings.publicUrl);
    return { ...described, info: { ...described.info, title: `${name} API` } };
  };
}
