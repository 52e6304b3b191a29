/** Text in every hostile value. It must never appear in a log. */
export const canary = 'canaria.quill';

const email = `${canary}@example.com`;

/** Texts that break parsers, for any field, parameter, header or cookie. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  `${canary}\u0000`,
  `\u0000`,
  email,
  `${'e'.repeat(288)}@example.com`,
  `${canary}${'@'.repeat(200)}`,
  `${canary} ' or 1=1 --`,
  `${canary}"); drop table orders; --`,
  '__proto__',
  'constructor',
  'toString',
  '../../../../etc/passwd',
  '%',
  '%_\\',
  `${canary}\r\nSet-Cookie: a=b`,
  `${canary}\n    at ${canary} (file:1:1)`,
  '\u202E\u200B\uFEFF',
  '\u{1F339}'.repeat(60),
  'NaN',
  '-1',
  '0',
  '1e400',
  '99999999999999999999',
  '2026-02-31',
  '2026-13-45',
  '0000-00-00',
  '999999-12-31',
  '2026-W53-9',
  '2026-11-29T25:61:61+99:99',
  '-271821-04-19T00:00:00.000Z',
  '9223372036854775808',
  '-9223372036854775809',
  '0x1F',
  '1_000',
  '\u0661\u0662\u0663',
  '1,5',
  'Mars/Olympus_Mons',
  'xx-invalid-locale-',
  '=1+1',
  '"a","b\n',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-4000-8000-000000000000',
  'HR-22222222',
  'null',
  '[object Object]',
  `${canary}x`.repeat(300),
];

/** Parts of a URL that are not well-formed. */
export const hostileEscapes: readonly string[] = [
  '%00',
  `${canary}%00`,
  '%',
  '%zz',
  '%E0%A4%A',
  '%ED%A0%80',
  '%FF%FE',
  '%C0%AF',
  '%2e%2e%2f',
  '%25%30%30',
  'x'.repeat(6_000),
];

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Hostile values as JSON. */
export const hostileValues: readonly string[] = [
  ...hostileTexts.map((text) => JSON.stringify(text)),
  '"\\ud800"',
  `"${canary}\\udfff"`,
  '"\\u0000"',
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '9007199254740993',
  '2147483648',
  '[]',
  '{}',
  '[null]',
  '[[[]]]',
  '{"$gt":""}',
  '{"__proto__":{"isAdmin":true}}',
  deep(2_000),
  JSON.stringify('a'.repeat(90_000)),
  JSON.stringify(Array.from({ length: 5_000 }, () => 1)),
];

/** Bodies that are invalid JSON, or valid JSON that no endpoint expects. */
export const hostileBodies: readonly string[] = [
  '',
  '{',
  '}',
  '[1',
  '[1]',
  '[]',
  '{}',
  'null',
  'true',
  '1',
  '1e400',
  '"',
  `"${canary}"`,
  '\u0000',
  `{"${canary}`,
  `{"a":"${canary}\u0000"}`,
  '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}',
  `{"\\u0000":"${canary}"}`,
  '{"\\ud800":1}',
  deep(10_000),
  '{"a":'.repeat(10_000),
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  JSON.stringify({ a: 'b'.repeat(1_000_000) }),
  `{${'"a":1,'.repeat(5_000)}"b":2}`,
  '\uFEFF{}',
  'undefined',
  '{"a":NaN}',
  '{a:1}',
];

export const hostileHeaders: readonly Record<string, string>[] = [
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json;' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': `multipart/form-data; boundary=${canary}` },
  ...['b'.repeat(70), 'b'.repeat(253), 'b'.repeat(4_000), '""', '"', '%00', '(', 'a b', '\u00E9'].map((boundary) => ({
    'content-type': `multipart/form-data; boundary=${boundary}`,
  })),
  { 'content-type': 'multipart/form-data; charset=utf-99; boundary=rose; boundary=lily' },
  { 'content-type': 'multipart/mixed; boundary=rose' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' },
  { 'content-type': `${canary}/${canary}` },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, br, br' },
  { 'accept-encoding': `${canary};q=2, br;q=-1, gzip;q=` },
  { origin: canary },
  { origin: 'null' },
  { origin: 'http://[' },
  { 'user-agent': `${canary}${'u'.repeat(7_000)}` },
  { 'user-agent': '\u00FF\u0080' },
  { 'accept-language': `${canary};q=a,*;q=-1` },
  { accept: `${canary},,;q=` },
  { referer: `http://${canary}/%00` },
  { 'x-forwarded-for': `${canary}, ::::` },
  { 'if-none-match': `"${canary}` },
  { 'if-none-match': 'W/"'.repeat(2_000) },
  { 'if-modified-since': 'Sun, 99 Foo 99999 99:99:99 GMT' },
  { 'if-unmodified-since': canary },
  { 'if-range': canary },
  ...[
    'bytes=9999999-1',
    'bytes=-',
    'bytes=0-0,1-1,2-2',
    'bytes=-99999999999999999999',
    'items=0-1',
    'bytes=\u00B2-',
  ].map((range) => ({ range })),
  { 'x-forwarded-proto': canary },
  { 'x-forwarded-host': `${canary}:99999` },
  { 'x-request-id': '\u00FF'.repeat(300) },
  { forwarded: `for="[${canary}` },
  { traceparent: '00-0-0-zz' },
  { purpose: canary },
  { expect: canary },
  { 'sec-gpc': canary },
  { authorization: `Bearer ${canary}` },
  { authorization: `Bearer shop_00000000_${'A'.repeat(43)}` },
  { authorization: `Basic ${'='.repeat(3_000)}` },
  ...[`t=1,v1=${canary}`, '', ',', '=', 't=,v1=', `t=${'9'.repeat(400)},v1=${'0'.repeat(64)}`, 'v1='.repeat(2_000)].map(
    (signature) => ({ 'stripe-signature': signature }),
  ),
  { 'webhook-signature': `v1,${canary}` },
  { 'idempotency-key': `${canary}%00` },
  { host: canary },
];

const cookieNames = ['cart', 'shop.session_token', 'shop.two_factor', 'consent', canary];
const cookieValues = ['%00', '%', '%ED%A0%80', canary, `${canary}.${'A'.repeat(44)}`, 'c'.repeat(4_000), '""', '{}'];

/** Cookies with the shop's names and values that it never set. */
export const hostileCookies: readonly string[] = cookieNames.flatMap((name) =>
  cookieValues.map((value) => `${name}=${value}`),
);

const base64url = (text: string) => Buffer.from(text, 'latin1').toString('base64url');

/** Returns cursors in well-formed base64url, with one character changed or the end cut off. */
export function brokenCursors(inside: string): string[] {
  const changed = Array.from(inside).flatMap((_, at) =>
    ['-', 'g', '9', '.'].map((other) => inside.slice(0, at) + other + inside.slice(at + 1)),
  );
  return [...changed, ...Array.from(inside, (_, at) => inside.slice(0, at)), ...hostileTexts].map(base64url);
}

const bytesOf = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
const ownNames = (fields: number) => Array.from({ length: fields }, (_, index) => index.toString(36)).join('&');
const urlencoded = 'application/x-www-form-urlencoded';
const part = '--rose\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n';
const file = '--rose\r\ncontent-disposition: form-data; name="images"; filename="a.png"\r\n\r\nb\r\n';
const multipart = 'multipart/form-data; boundary=rose';

/** Large forms: name, type and body. */
export const largeForms: readonly (readonly [string, string, string])[] = [
  ['25,000 fields', urlencoded, ownNames(25_000)],
  ['99 KB of a&', urlencoded, bytesOf('a&', 99_000)],
  ['99 KB of one name', urlencoded, bytesOf('form=x&', 99_000)],
  ['99 KB of nested names', urlencoded, bytesOf('a[b][c][]=1&', 99_000)],
  ['1 MB of a&', urlencoded, bytesOf('a&', 1_000_000)],
  ['9.9 MB of a&', urlencoded, bytesOf('a&', 9_900_000)],
  ['9.9 MB of parts', multipart, `${bytesOf(part, 9_900_000)}--rose--\r\n`],
  ['9.9 MB of files', multipart, `${bytesOf(file, 9_900_000)}--rose--\r\n`],
];

const list = (inner: string, bytes: number) => `{"images":[${bytesOf(`${inner},`, bytes)}0]}`;

/** JSON with many values: name and body. */
export const largeLists: readonly (readonly [string, string])[] = [
  ['9.9 MB of lists', list('[]', 9_900_000)],
  ['99 KB of lists', list('[]', 99_000)],
  ['99 KB of objects', list('{"a":{}}', 99_000)],
  ['99 KB of numbers', `[${bytesOf('1,', 99_000)}1]`],
];
