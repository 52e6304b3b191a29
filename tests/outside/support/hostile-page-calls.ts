import type { RouteConfigEntry } from '@react-router/dev/routes';

import { canary, hostileCookies, hostileEscapes, hostileHeaders, hostileTexts } from './hostile-values.ts';
import type { Call } from './raw-http-client.ts';

/** Returns the path of every page of a page table, with named parameters. */
export function pagePaths(table: readonly RouteConfigEntry[], parent = ''): string[] {
  return table.flatMap(({ path, children }) => {
    const full = path === undefined ? parent : `${parent}/${path}`;
    return [full === '' ? '/' : full, ...pagePaths(children ?? [], full)];
  });
}

/** Query parameters that pages read. */
const parameters = [
  'q', 'page', 'days', 'status', 'payment', 'held', 'kind', 'after', 'before', 'from', 'to', 'state', 'token', 'order',
  'email', 'number', 'buy', 'show', 'next', 'error', 'tab', 'done', 'mail', 'day', 'sort', 'filter', 'subject', 'actor',
  'action', 'trigger', 'location', 'session_id', 'payment_intent', '_routes', 'index',
]; // prettier-ignore

const values = [...hostileTexts.map((text) => encodeURIComponent(text)), ...hostileEscapes];

export type Form = { path: string; fields: [string, string][] };

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** Returns the forms in a page's HTML with their displayed values. */
export function formsIn(path: string, html: string): Form[] {
  return [...html.matchAll(/<form[\s>][\s\S]*?<\/form>/g)].map(([form]) => {
    const controls = [...form.matchAll(/<(?:input|textarea|select|button)\s[^>]*>/g)].map(([tag]) => tag);
    const fields = controls.flatMap((tag): [string, string][] => {
      const name = attribute(tag, 'name');
      return name === undefined ? [] : [[name, attribute(tag, 'value') ?? 'rose']];
    });
    return { path: attribute(form.slice(0, form.indexOf('>') + 1), 'action')?.split('?')[0] ?? path, fields };
  });
}

const urlencoded = 'application/x-www-form-urlencoded';

function multipart(fields: readonly [string, string][], file: string): string {
  const parts = fields.map(
    ([name, value]) => `--rose\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`,
  );
  const picture = `--rose\r\ncontent-disposition: form-data; name="image"; filename="${canary}.png"\r\ncontent-type: image/png\r\n\r\n${file}`;
  return [...parts, picture, '--rose--', ''].join('\r\n');
}

const brokenForms: readonly (readonly [string, string])[] = [
  ['', ''],
  [urlencoded, ''],
  [urlencoded, '%00=%00'],
  [urlencoded, '%zz=%ff&&&==='],
  [urlencoded, `intent=${canary}%00`],
  [urlencoded, `form=${canary}%00`],
  [urlencoded, 'a='.repeat(20_000)],
  [urlencoded, `form=${'x'.repeat(900_000)}`],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=rose', ''],
  ['multipart/form-data; boundary=rose', '--rose\r\n\r\n\r\n--rose--'],
  ['multipart/form-data; boundary=rose', multipart([['form', `${canary}\u0000`]], 'no picture')],
  ['multipart/form-data; boundary=rose', multipart([['form', 'picture']], '\u0089PNG\r\n\u001A\n')],
  ['application/json', '{"form":"create"}'],
  ['application/json', '{'],
  ['text/plain', canary],
];

function formCalls({ path, fields }: Form): Call[] {
  const target = `POST ${path} (${fields.find(([name]) => name === 'form' || name === 'intent')?.[1] ?? 'form'})`;
  const headers = { 'content-type': urlencoded };
  const post = (changed: string[][]): Call => ({
    target,
    method: 'POST',
    path,
    headers,
    body: new URLSearchParams(changed).toString(),
  });
  const texts = [...hostileTexts, 'z'.repeat(60_000)];
  return fields.flatMap(([name], index) => [
    post(fields.filter((_field, at) => at !== index)),
    ...texts.map((text) => post(fields.map(([field, value], at) => [field, at === index ? text : value]))),
    post([...fields, [name, 'twice']]),
  ]);
}

function callsOfPage(path: string, params: Record<string, string>): Call[] {
  const target = `PAGE ${path}`;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const open = path.replace('*', 'nowhere');
  const plain = names.reduce((rest, name) => rest.replace(`:${name}`, params[path] ?? 'rose'), open);
  const get = (one: string, headers: Record<string, string> = {}): Call => ({
    target,
    method: 'GET',
    path: one,
    headers,
    body: null,
  });
  const data = plain === '/' ? '/_root.data' : `${plain}.data`;
  const inPath = [...names, ...(path.endsWith('*') ? ['*'] : [])].flatMap((name) =>
    values.map((value) => path.replace(name === '*' ? '*' : `:${name}`, value)),
  );
  return [
    ...[plain, ...inPath].map((one) => get(one)),
    ...parameters.flatMap((name) => values.map((value) => get(`${plain}?${name}=${value}`))),
    ...parameters.flatMap((name) => values.map((value) => get(`${data}?${name}=${value}`))),
    ...hostileHeaders.map((headers) => get(plain, headers)),
    ...hostileCookies.map((cookie) => get(plain, { cookie })),
    ...brokenForms.flatMap(([type, body]) =>
      [plain, data].map((to) => ({
        target: `POST ${path}`,
        method: 'POST',
        path: to,
        headers: (type === '' ? {} : { 'content-type': type }) as Record<string, string>,
        body,
      })),
    ),
    ...['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'].map((method) => ({ ...get(plain), method })),
  ];
}

/**
 * Returns every hostile call of every page and of the forms found on them. `params` gives pages an
 * existing row.
 */
export function pageCalls(paths: readonly string[], params: Record<string, string>, forms: readonly Form[]): Call[] {
  return [...paths.flatMap((path) => callsOfPage(path, params)), ...forms.flatMap(formCalls)];
}
