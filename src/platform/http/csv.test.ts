import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { setTimeZone } from '#shared/shop-zone.ts';

import { csvOf, csvTables, type CsvColumn, type CsvReader } from './csv.server.ts';

beforeAll(() => setTimeZone('America/New_York'));
afterAll(() => setTimeZone('UTC'));

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of lines) text += part;
  return text;
}

const column: CsvColumn<string>[] = [{ title: 'Text', kind: 'text', value: (text) => text }];

async function cellOf(text: string, reader: CsvReader): Promise<string | undefined> {
  const [, cells] = parse(await textOf(csvOf(column, [text], reader)), { relax_column_count: true });
  return cells?.[0];
}

test.each([
  '02139',
  '94103',
  '9400111899223197428490',
  '+1 (617) 555-0132',
  '+1 415 555 0132 x5',
  '12E45678',
  '10/12',
  '2026-11-21',
  'MAY10',
  '25 Dec',
])('%j is protected for a spreadsheet and plain for a program', async (text) => {
  expect([await cellOf(text, 'spreadsheet'), await cellOf(text, 'program')]).toEqual([`="${text}"`, text]);
});

test.each(['=1+1', '+SUM(A1)', '+cmd|1!A1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '+'])(
  'the formula %j is disarmed for every reader',
  async (text) => {
    expect([await cellOf(text, 'spreadsheet'), await cellOf(text, 'program')]).toEqual([`'${text}`, `'${text}`]);
  },
);

test.each([
  'HR-7K3QX9M2',
  'SUMMER',
  '1Z999AA10123456784',
  'two\nlines',
  'a\rb',
  'a\r\nb',
  'say "hi", then',
  '2026-0001',
  '',
])('the text %j is read back unchanged', async (text) => {
  expect([await cellOf(text, 'spreadsheet'), await cellOf(text, 'program')]).toEqual([text, text]);
});

test('amounts are plain decimals, moments are in shop time, and lines end with CRLF', async () => {
  type Row = { cents: number; at: Date | null; day: string };
  const columns: CsvColumn<Row>[] = [
    { title: 'USD', kind: 'money', value: ({ cents }) => cents },
    { title: 'At', kind: 'date', value: ({ at }) => at },
    { title: 'Day', kind: 'date', value: ({ day }) => day },
    { title: 'Cents', kind: 'number', value: ({ cents }) => cents },
  ];
  async function* batches() {
    yield [{ cents: -123_456_789, at: new Date('2026-11-24T03:00:00Z'), day: '2026-11' }];
    yield [];
    yield [{ cents: 5, at: null, day: '2026-11-24' }];
  }
  expect(await textOf(csvOf(columns, batches()))).toBe(
    'USD,At,Day,Cents\r\n-1234567.89,2026-11-23 22:00:00,2026-11,-123456789\r\n0.05,,2026-11-24,5\r\n',
  );
});

test('rows are written batch by batch, before the next batch is read', async () => {
  const steps: string[] = [];
  async function* batches() {
    for (const name of ['a', 'b']) {
      steps.push(`read ${name}`);
      yield [name];
    }
  }
  for await (const part of csvOf(column, batches())) steps.push(part.trim());
  expect(steps).toEqual(['Text', 'read a', 'a', 'read b', 'b']);
});

test('tables of one file are separated by an empty line', async () => {
  expect(await textOf(csvTables([csvOf(column, ['a']), csvOf(column, ['b'])]))).toBe('Text\r\na\r\n\r\nText\r\nb\r\n');
});
