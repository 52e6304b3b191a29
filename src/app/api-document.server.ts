import { z } from '@hono/zod-openapi';

import { scopeLabels } from '#modules/api/api-keys.ts';
import { messageOutput } from '#modules/webhooks/webhooks.schema.ts';
import type { EventKind } from '#modules/webhooks/webhooks.ts';
import { publishedSite } from '#modules/content/content.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { ShopRoutes } from '#platform/http/visitor.server.ts';

import { callTable } from '../pages/page-registry.ts';
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

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Returns the name of a call in generated clients: `postReviewsByIdHelpful`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll('{', 'by-')
    .split(/[^A-Za-z0-9]+/);
  return [method, ...words.map(capital)].join('');
}

/** Describes the request that receivers of an event get. */
function webhookOf(kind: EventKind) {
  const schema = z.toJSONSchema(messageOutput(kind, eventNames), { io: 'output' });
  delete schema.$schema;
  const example = { type: kind.name, timestamp: '2026-11-23T09:30:00.000Z', data: kind.sample };
  return {
    post: {
      operationId: operationId('receive', kind.name),
      security: [],
      summary: `Sent to endpoints that subscribe to ${kind.name}`,
      description:
        'Signed following Standard Webhooks. Respond with 2xx within 5 seconds. The same webhook-id means the same event.',
      requestBody: { required: true, content: { 'application/json': { schema, example } } },
      responses: { '2XX': { description: 'Accepted' } },
    },
  };
}

/**
 * Security of a call of the shop's own pages. Everybody may make the calls of `shop`, which also
 * know who is signed in.
 */
function ownSecurity(method: string, path: string): Record<string, string[]>[] {
  const name = `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`;
  const audience = Object.entries(callTable).find(([call]) => call === name)?.[1] ?? 'shop';
  return audience === 'shop' ? [{}, { session: [] }] : [{ session: [] }];
}

/** Adds a name and security to the operations of a path. Those that they have stay. */
function withNameAndSecurity(path: string, operations: object): object {
  const named = Object.entries(operations).map(([method, operation]: [string, object]): [string, object] => [
    method,
    { operationId: operationId(method, path), security: ownSecurity(method, path), ...operation },
  ]);
  return Object.fromEntries(named);
}

/**
 * Builds the OpenAPI document from the contracts of all routes. Routes of libraries and of the
 * payment provider are described by hand.
 */
function describeApi(app: ShopRoutes, publicUrl: string): ApiDocument {
  const document = app.getOpenAPI31Document(about(publicUrl));
  const paths = Object.entries<object>({ ...document.paths, ...authPaths, ...providerWebhook });
  return {
    ...document,
    info: { ...document.info, license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' } },
    paths: Object.fromEntries(paths.map(([path, operations]) => [path, withNameAndSecurity(path, operations)])),
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
  // Computed once per address, on first use, because it takes every route.
  let described: ApiDocument | undefined;
  let describedFor = '';
  return async () => {
    const { name } = await publishedSite(ctx);
    const { publicUrl } = ctx.settings;
    if (described === undefined || describedFor !== publicUrl) described = describeApi(app, publicUrl);
    describedFor = publicUrl;
    return { ...described, info: { ...described.info, title: `${name} API` } };
  };
}
