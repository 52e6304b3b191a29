import { expect, test } from 'vitest';

import { unprovenClaims } from './claims-check.ts';
import { richText } from './document-fields.schema.ts';
import { fillVariables } from './template-variables.ts';

const field = richText('Text');
const messagesOf = (html: unknown) => field.safeParse(html).error?.issues.map(({ message }) => message) ?? [];

test.each([
  'Text without a tag',
  '<p>a</p> ',
  '<p onclick="alert(1)">a</p>',
  '<img src=x onerror=alert(1)>',
  '<p><a href="javascript:alert(1)">a</a></p>',
  '<script>alert(1)</script>',
])('the rich text %j is refused, because it is not clean', (html) => {
  expect(messagesOf(html)).toEqual(['Use only the formatting in the toolbar']);
});

test('a rich text with an unknown fact is refused, and so is one that is too long or empty', () => {
  expect(messagesOf('<p>{guaranteeDays} {discount}</p>')).toEqual([
    expect.stringMatching(/^\{discount\} isn’t a variable/),
  ]);
  expect(messagesOf(`<p>${'a'.repeat(60_000)}</p>`)).toEqual(['Use at most 60,000 characters']);
  expect(messagesOf('')).toEqual(['Enter some text']);
});

test('facts are filled in and escaped in rich texts', () => {
  const html = '<p><a href="mailto:{supportEmail}">{supportEmail}</a>, {supportHours}</p>';
  expect(messagesOf(html)).toEqual([]);
  const facts = {
    guaranteeDays: '30',
    returnDays: '60',
    refundDays: '2',
    refundVisibleDays: '5-7',
    supportHours: '"9 & 5" <b',
    supportEmail: 'help@shop.example',
  };
  expect(fillVariables([html, '{supportHours}'], facts)).toEqual([
    '<p><a href="mailto:help@shop.example">help@shop.example</a>, &quot;9 &amp; 5&quot; &lt;b</p>',
    '"9 & 5" <b',
  ]);
});

test('a claim between the tags of a rich text is found', () => {
  const body = '<p>It works.</p><p>94<strong>%</strong> of doctors</p>';
  expect(unprovenClaims({ body }, [])).toEqual(['doctors', '94%']);
});
