import { expect } from 'vitest';

import { apiDocument, exampleOf, marker, variantsWithMarker } from '../../tests/outside/support/hostile-api-calls.ts';
import { address, contact } from '../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../tests/support/shop-test.ts';

/** Max processor time of a text beyond a harmless one of the same size, in milliseconds. */
const maxMs = 50;
const bytes = 90_000;
const repeated = (text: string) => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
const harmless = repeated('rose ');

const texts: readonly (readonly [string, string])[] = [
  ['commas', repeated(',')],
  ['digits', repeated('1')],
  ['blanks before a letter', `${repeated(' ')}a`],
  ['line ends', repeated('\r\n')],
  ['accents in the wrong order', `e${repeated('\u0316').slice(0, 22_000)}${'\u0301'.repeat(22_000)}`],
  ['letters with 30 accents', repeated(`e${'\u0301\u0316'.repeat(15)}`)],
  ['a letter 90,000 times', `${repeated('a')}!`],
  ['signs of HTML', repeated('<&"\'>')],
  ['opening brackets', repeated('<a ')],
  ['addresses', repeated('a.a@')],
  ['an address of 90,000 characters', `https://${repeated('a.')}`],
  ['web addresses', repeated('www.a.b ')],
  ['joiners', repeated('\u200d\u200b')],
  ['text from right to left', repeated('\u202e\u0627')],
];

const known = {
  ...contact,
  ...address,
  name: 'Mia Rose',
  password: 'violet-kettle-91-harbor',
  newPassword: 'violet-kettle-91-harbor',
};

type Aim = { method: string; path: string; body: unknown; isForm: boolean };

/** Returns every call that takes a text, once for each of its fields. */
async function calls(shop: TestShop): Promise<Aim[]> {
  const answer = await shop.app.request('/api/openapi.json');
  const { paths } = apiDocument.parse(await answer.json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {};
      const schema = (json ?? form)?.schema;
      if (schema === undefined) return [];
      const filled = path.replaceAll(/\{\w+\}/g, '11111111-1111-4111-8111-111111111111');
      return variantsWithMarker(exampleOf(schema, '', known)).map((body) => ({
        method: method.toUpperCase(),
        path: filled,
        body,
        isForm: json === undefined,
      }));
    }),
  );
}

function bodyOf({ body, isForm }: Aim, text: string): string | FormData {
  if (!isForm) return JSON.stringify(body).replace(JSON.stringify(marker), () => JSON.stringify(text));
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, value === marker ? text : String(value));
  return form;
}

/** Returns the processor time of this thread for calls at once, in milliseconds. */
async function costOf(shop: TestShop, aim: Aim, ...sent: string[]): Promise<number> {
  const bodies = sent.map((text) => bodyOf(aim, text));
  const headers = { 'sec-fetch-site': 'same-origin', ...(aim.isForm ? {} : { 'content-type': 'application/json' }) };
  const before = process.threadCpuUsage();
  await Promise.all(bodies.map(async (body) => shop.app.request(aim.path, { method: aim.method, headers, body })));
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Returns the texts that cost too much: the least of three costs, if all of them cost too much. */
async function slowTexts(shop: TestShop, aim: Aim): Promise<string[]> {
  const allowed = (await costOf(shop, aim, harmless)) + maxMs;
  if ((await costOf(shop, aim, ...texts.map(([, text]) => text))) <= allowed) return [];
  const slow: string[] = [];
  for (const [kind, text] of texts) {
    let least = Infinity;
    for (let turn = 0; turn < 3 && least > allowed; turn += 1) least = Math.min(least, await costOf(shop, aim, text));
    if (least > allowed)
      slow.push(`${aim.method} ${aim.path} ${JSON.stringify(aim.body)}: ${kind}, ${Math.round(least)} ms`);
  }
  return slow;
}

test('no field of a call costs more than 50 ms of processor time beyond a harmless text', async ({ shop }) => {
  const aims = await calls(shop);
  expect(aims.length).toBeGreaterThan(100);
  const slow: string[] = [];
  for (const aim of aims) slow.push(...(await slowTexts(shop, aim)));
  expect(slow).toEqual([]);
}, 300_000);
