import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import createClient from 'openapi-fetch';
import { expect } from 'vitest';

import { createKey } from '#modules/api/api-keys.server.ts';

import { owner } from '../../tests/support/orders.ts';
import { test } from '../../tests/support/shop-test.ts';
import { givenPaidOrder } from '../../tests/support/shop-visitor.ts';

let paths: Record<string, Record<string, unknown>>;
let document: Record<string, unknown>;

test.beforeAll(async ({ shop }) => {
  const answer = await shop.app.request('/api/openapi.json');
  document = (await answer.json()) as typeof document;
  paths = document.paths as typeof paths;
});

test('the API description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('a public linter finds nothing to correct in the API description', async () => {
  // The test's shop is at shop.example.
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-server-example.com': 'off' } });
  const problems = await lintFromString({ source: JSON.stringify(document), config, absoluteRef: 'openapi.json' });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

/** Returns the compiler's complaints about a program that uses the generated client. */
function complaintsAbout(program: string, client: string): string[] {
  const files: Record<string, string> = { 'api.d.ts': client, 'program.ts': program };
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    types: [],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const folder = host.getCurrentDirectory();
  const own = (file: string) => files[file.replace(`${folder}/`, '')];
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => own(file) !== undefined || fileExists(file);
  host.readFile = (file) => own(file) ?? readFile(file);
  host.getSourceFile = (file, version) => {
    const text = own(file);
    return text === undefined ? getSourceFile(file, version) : ts.createSourceFile(file, text, version);
  };
  const complaints = ts.getPreEmitDiagnostics(ts.createProgram(Object.keys(files), options, host));
  return complaints.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

const program = `
  import createClient from 'openapi-fetch';
  import type { paths } from './api.d.ts';
  const client = createClient<paths>({ baseUrl: 'https://shop.example' });
  const { data } = await client.GET('/api/v1/orders', { params: { query: { limit: 2 } } });
  export const found: string[] = data?.orders.map((order) => order.number) ?? [];
  // @ts-expect-error an order has no such field
  export const unknown = data?.orders.map((order) => order.colour);
`;

test('a client that is generated from the API description compiles, and its types know an order', async () => {
  const client = astToString(await openapiTypescript(JSON.stringify(document)));
  expect(complaintsAbout(program, client)).toEqual([]);
}, 120_000);

type OrderList = { content: { 'application/json': { orders: { number: string }[] } } };
type Paths = { '/api/v1/orders': { get: { responses: { 200: OrderList } } } };

test('the client library lists the orders of the shop with a key', async ({ shop }) => {
  const made = await createKey(shop.ctx, owner, { name: 'ERP', scopes: ['orders:read'] });
  await givenPaidOrder(shop);
  const client = createClient<Paths>({
    baseUrl: shop.ctx.settings.publicUrl,
    headers: { authorization: `Bearer ${made.ok ? made.value.key : ''}` },
    fetch: async (request) => shop.app.request(request),
  });
  const { data } = await client.GET('/api/v1/orders');
  expect(data?.orders).toMatchObject([{ number: expect.stringMatching(/^HR-/) }]);
});

const unlisted = new Set(['GET /api/openapi.json']);

function isDescribed(method: string, path: string): boolean {
  const inBraces = path.replaceAll(/:(\w+)/g, '{$1}');
  if (inBraces.endsWith('/*')) return Object.keys(paths).some((known) => known.startsWith(inBraces.slice(0, -1)));
  return paths[inBraces]?.[method.toLowerCase()] !== undefined;
}

test('every API route of the shop is described', ({ shop }) => {
  const calls = shop.app.routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'));
  expect(calls.length).toBeGreaterThan(20);
  const missing = calls
    .filter(({ method, path }) => !unlisted.has(`${method} ${path}`) && !isDescribed(method, path))
    .map(({ method, path }) => `${method} ${path}`);
  expect(missing).toEqual([]);
});

test('the description contains no route that the shop does not have', ({ shop }) => {
  const answered = new Set(
    shop.app.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
  const described = Object.entries(paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.filter((call) => !answered.has(call))).toEqual([]);
});

test('the three webhook events are described with the order that they carry', () => {
  const webhooks = document.webhooks as Record<string, unknown>;
  expect(Object.keys(webhooks)).toEqual(['order.paid', 'order.shipped', 'order.refunded']);
  expect(JSON.stringify(webhooks['order.paid'])).toContain('total_cents');
});

test('a call of the public API names its API key security and scope', () => {
  expect(paths['/api/v1/orders']?.get).toMatchObject({ security: [{ apiKey: ['orders:read'] }] });
  const report = paths['/api/v1/orders/{number}/status']?.post;
  expect(report).toMatchObject({ security: [{ apiKey: ['orders:write'] }], requestBody: { required: true } });
});
