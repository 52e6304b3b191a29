import { expect, test } from 'vitest';

import { pastedNumbers } from './pasted-numbers.ts';

const [one, two, three] = ['HR-7K3QX9M2', 'HR-8K3QX9M3', 'HR-9K3QX9M4'];
const rows = [one, two, three].map((order) => ({ order, typed: '' }));

/** Returns the text of each row after the paste. */
function pasted(text: string, start = 0): string[] {
  const result = pastedNumbers(text, rows, start);
  if (result === null || !result.ok) throw new Error(result?.reason ?? 'left to the browser');
  return rows.map((_, at) => result.value.numbers.get(at) ?? '');
}

test.each([
  ['an empty first cell', '\n9401\n9402', ['', '9401', '9402']],
  ['an empty cell between', '9401\n\n9402', ['9401', '', '9402']],
  ['CRLF and a last line end', '9401\r\n9402\r\n', ['9401', '9402', '']],
  ['an empty first cell with CRLF', '\r\n9401\r\n', ['', '9401', '']],
  ['empty last cells', '9401\n\n\n\n\n', ['9401', '', '']],
  ['more rows than the desk has', '9401\n9402\n9403\n9404', ['9401', '9402', '9403']],
  ['a title', 'Tracking number\n9401\n9402', ['9401', '9402', '']],
  ['a title above an empty cell', 'Tracking number\n\n9402', ['', '9402', '']],
  ['quotes around a line end', '"9401\n"\n"9402"', ['9401', '9402', '']],
  ['an empty column before', '\t9401\n\t9402', ['9401', '9402', '']],
  [
    'numbers with spaces',
    '9400 1112 0108 0805 4830 16\n1Z 5R8 939 03 5756 7127',
    ['9400 1112 0108 0805 4830 16', '1Z 5R8 939 03 5756 7127', ''],
  ],
  ['orders before', `${one}\t9401\n${two}\t9402`, ['9401', '9402', '']],
  ['orders after', `9401\t${one}\n9402\t${two}`, ['9401', '9402', '']],
  ['orders in another order', `${three}\t9403\n${one}\t9401`, ['9401', '', '9403']],
  ['orders, an empty cell and CRLF', `${one}\t\r\n${two}\t9402\r\n\r\n`, ['', '9402', '']],
  ['orders and commas', `${one},9401\n${two},9402\n`, ['9401', '9402', '']],
  ['orders and semicolons', `${one};9401\n${two};9402`, ['9401', '9402', '']],
  ['orders of another spelling', `#${one.toLowerCase()}\t9401\n${two.slice(3)}\t9402`, ['9401', '9402', '']],
  ['titles and further columns', `Order\tName\tTracking\n${two}\tMia\t9402\n${one}\tAnn\t9401`, ['9401', '9402', '']],
  ['a date beside', `${one}\t2026-11-20\t9401\n${two}\t2026-11-21\t9402`, ['9401', '9402', '']],
  ['an order twice with one number', `${one}\t9401\n${one}\t9401`, ['9401', '', '']],
])('a paste with %s lands in its rows', (_what, text, numbers) => {
  expect(pasted(text)).toEqual(numbers);
});

test('a column begins at the field it is pasted into, and orders do not', () => {
  expect(pasted('9401\n9402', 1)).toEqual(['', '9401', '9402']);
  expect(pasted(`${one}\t9401\n${two}\t9402`, 2)).toEqual(['9401', '9402', '']);
});

test.each([
  ['rows', '9401\n9402\n9403\n9404\n\n9405', 2],
  ['orders that are not on the desk', `${one}\t9401\nHR-22222222\t9402`, 1],
])('a paste with more %s than the desk says how many found no row', (_what, text, lost) => {
  expect(pastedNumbers(text, rows, 0)).toMatchObject({ ok: true, value: { lost } });
});

test.each([
  ['several columns without orders', 'Mia\t9401\nAnn\t9402', 'copy only the column'],
  ['two columns of numbers', `${one}\t9401\t5501\n${two}\t9402\t5502`, 'copy only the columns of orders'],
  ['a word', '9401\nDELIVERED', '"DELIVERED" is not'],
  ['an order among the numbers', `9401\n${two}`, `"${two}" is not`],
  ['a shortened number', '9401\n9.4E+21', 'a spreadsheet has shortened "9.4E+21"'],
  ['a rounded number', '9400111899223810000000\n9402', 'a spreadsheet has shortened'],
  ['an order with two numbers', `${one}\t9401\n${one}\t9402`, 'more than one number'],
  ['empty cells alone', '\n\n\n', 'all cells are empty'],
  ['too much text', '1\n'.repeat(30_000), 'too long'],
  ['a wide row above many short ones', `${'1\t'.repeat(12_000)}\n${'1\n'.repeat(12_000)}`, 'copy only the columns'],
])('a paste with %s is refused', (_what, text, sentence) => {
  expect(pastedNumbers(text, rows, 0)).toEqual({ ok: false, reason: expect.stringContaining(sentence) });
});

test('a paste over a typed number is refused, and over the same number is not', () => {
  const typed = [
    { order: one, typed: '' },
    { order: two, typed: '9500' },
  ];
  expect(pastedNumbers('9401\n9402', typed, 0)).toEqual({
    ok: false,
    reason: expect.stringContaining('"9500" would be replaced'),
  });
  expect(pastedNumbers('9401\n9500', typed, 0)).toMatchObject({ ok: true });
});

test('one pasted cell is left to the browser', () => {
  expect(['9401', '9401\n', '9401\r\n'].map((text) => pastedNumbers(text, rows, 0))).toEqual([null, null, null]);
});

test.each([
  ['one wide row above many short ones', `${'1\t'.repeat(12_000)}\n${'1\n'.repeat(12_000)}`],
  ['a row of separators', '\t'.repeat(49_000)],
])('a paste of %s takes less than 0.3 s of processor time', (_shape, text) => {
  const before = process.threadCpuUsage();
  pastedNumbers(text, rows, 0);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(300);
});
