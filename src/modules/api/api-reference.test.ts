import { expect, test } from 'vitest';

import { apiReference, curlOf, type Schema } from './api-reference.ts';

/** Returns the reference's rows for a request body with this schema. */
function bodyRows(schema: Schema) {
  const requestBody = { content: { 'application/json': { schema } } };
  return apiReference({ paths: { '/api/v1/orders': { post: { requestBody } } } })[0]?.calls[0]?.body ?? [];
}

test.each([
  [{ type: 'string' }, 'string'],
  [{ type: 'string', format: 'uuid' }, 'uuid'],
  [{ type: ['integer', 'null'] }, 'integer | null'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ const: 'usd' }, '"usd"'],
  [{ type: 'array', items: { type: 'string' } }, 'string[]'],
  [{ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] }, 'date-time | null'],
  [{}, 'any'],
])('the schema %j is shown as %s', (schema, words) => {
  expect(bodyRows({ properties: { field: schema } })[0]?.type).toBe(words);
});

test('nested fields of objects and lists follow their parent', () => {
  const item = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const schema = {
    type: 'object',
    properties: { place: item, items: { type: 'array', items: item }, note: { type: 'string', description: 'Free' } },
    required: ['items'],
  };
  expect(bodyRows(schema).map(({ name, type, required }) => `${name} ${type} ${required}`)).toEqual([
    'place object false',
    'place.name string true',
    'items object[] true',
    'items[].name string true',
    'note string false',
  ]);
  expect(bodyRows({ type: 'array', items: item })).toMatchObject([{ name: '[].name' }]);
});

test('the curl example of a write has its method and a body', () => {
  const path = '/api/v1/orders';
  const key = '-H "Authorization: Bearer $SHOP_API_KEY"';
  expect(curlOf({ method: 'GET', path }, 'https://shop.example')).toBe(`curl ${key} "https://shop.example${path}"`);
  expect(curlOf({ method: 'POST', path }, 'https://shop.example')).toBe(
    `curl ${key} -X POST -H "Content-Type: application/json" -d @body.json "https://shop.example${path}"`,
  );
});

test('calls with a key come first and name their scope', () => {
  const groups = apiReference({
    paths: {
      '/api/cart': { get: { summary: 'Read the cart' } },
      '/api/v1/orders': {
        get: { summary: 'Orders', tags: ['For other systems'], security: [{ apiKey: ['orders:read'] }] },
      },
    },
    webhooks: { 'order.paid': { post: { summary: 'Paid' } } },
  });
  expect(groups.map(({ title, calls }) => [title, calls[0]?.scope])).toEqual([
    ['For other systems', 'orders:read'],
    ['Used by the shop’s own pages', null],
    ['Sent by the shop', null],
  ]);
});
