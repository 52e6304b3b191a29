import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  cleanField,
  contactIssue,
  contactIssues,
  contactLengths,
  orderSubject,
  type ContactField,
} from './contact-message.ts';

const message = { name: 'Mia', email: 'mia@example.com', subject: 'Hello', message: 'A question.' };

test('a complete message can be sent', () => {
  expect(contactIssues(message)).toEqual({});
});

test.each([
  ['name', 'Enter your name'],
  ['email', 'Enter your email address'],
  ['subject', 'Enter a subject'],
  ['message', 'Enter your message'],
] as const)('a message without a %s is refused with its issue', (field, sentence) => {
  for (const nothing of ['', '   ', '\n\t', '\u0000', '\u200b', '\u00a0']) {
    expect([nothing, contactIssues({ ...message, [field]: nothing })]).toEqual([nothing, { [field]: sentence }]);
  }
});

test.each([
  ['name', 100],
  ['subject', 200],
  ['message', 5_000],
] as const)('a %s may have %i characters and not one more, not counting surrounding spaces', (field, most) => {
  expect(contactLengths[field]).toBe(most);
  expect(contactIssue(field, ` ${'x'.repeat(most)} `)).toBeNull();
  expect(contactIssue(field, 'x'.repeat(most + 1))).toBe(`Use at most ${most} characters`);
});

test('the issue of an email address over 255 characters states the limit', () => {
  const end = `@${'a'.repeat(60)}.com`;
  expect(contactIssue('email', 'x'.repeat(256 - end.length) + end)).toBe('Use at most 255 characters');
});

test.each([
  'mia',
  'mia@example.com, eve@example.com',
  'mia@example.com>\r\nBcc: eve@example.com',
  '"mia\r\nBcc: eve"@example.com',
])('replies cannot go to %j', (email) => {
  expect(contactIssue('email', email)).toBe('Enter a complete email address, for example name@example.com');
});

test('a single-line field stays one line, and a message keeps its lines and tabs', () => {
  expect(cleanField('name', ' Mia\r\nBcc: eve@example.com ')).toBe('Mia Bcc: eve@example.com');
  expect(cleanField('subject', 'a\u0000b\u2028c\u0085d\u202ee')).toBe('a b c d e');
  expect(cleanField('message', ' one\r\n\ttwo\rthree\u0000\u202e ')).toBe('one\n\ttwo\nthree');
});

test('any input is cleaned to storable text, and cleaning it again changes nothing', () => {
  const fields = fc.constantFrom<ContactField>('name', 'email', 'subject', 'message');
  fc.assert(
    fc.property(fields, fc.string({ unit: 'binary' }), (field, typed) => {
      const clean = cleanField(field, `${typed}\ud800`);
      expect(clean.isWellFormed()).toBe(true);
      expect(clean).not.toContain('\u0000');
      expect(clean).not.toMatch(field === 'message' ? /\r/ : /[\r\n\u2028\u2029]/);
      expect(cleanField(field, clean)).toBe(clean);
    }),
  );
});

test.each([
  ['HR-7K3QX9M2', 'Order HR-7K3QX9M2'],
  [' hr-7k3qx9m2 ', 'Order HR-7K3QX9M2'],
  ['HR-1\r\nBcc: eve', ''],
  ['<script>', ''],
  ['A'.repeat(41), ''],
  ['', ''],
  [null, ''],
])('a link with the order %j prefills the subject %j', (order, subject) => {
  expect(orderSubject(order)).toBe(subject);
});
