import { expect, test } from 'vitest';

import {
  looksLikeLink,
  linkNotice,
  pageOfFile,
  passwordProblem,
  safeNext,
  signInProblems,
  signUpProblems,
} from './sign-in.ts';

const mia = { email: 'mia@example.com', firstName: 'Mia', lastName: 'Rose' };

test.each([
  ['12345', 'Choose a password of at least 6 characters.'],
  ['g8k2p1', null],
  ['x'.repeat(128), null],
  ['x'.repeat(129), 'Choose a password of at most 128 characters.'],
])('the new password %j is checked: %j', (password, problem) => {
  expect(passwordProblem(password, 6)).toBe(problem);
});

test('an admin’s new password needs at least 12 characters', () => {
  expect(passwordProblem('elevenchars', 12)).toBe('Choose a password of at least 12 characters.');
  expect(passwordProblem('twelve-chars', 12)).toBeNull();
});

test.each([
  [{ ...mia, firstName: '' }, { firstName: 'Enter your first name.' }],
  [{ ...mia, lastName: '' }, { lastName: 'Enter your last name.' }],
  [{ ...mia, lastName: 'x'.repeat(101) }, { lastName: 'Use at most 100 characters.' }],
  [{ ...mia, email: '' }, { email: 'Enter your email address.' }],
  [{ ...mia, email: 'mia@example' }, { email: 'Enter a complete email address, for example name@example.com' }],
  [mia, {}],
])('a sign-up as %j gets the issues %j', (typed, problems) => {
  expect(signUpProblems(typed, null)).toEqual(problems);
});

test('sign-in requires an email and a password', () => {
  expect(signInProblems('', '')).toEqual({ email: 'Enter your email address.', password: 'Enter your password.' });
  expect(signInProblems('mia@example.com', '1')).toEqual({});
});

test.each([
  ['error=TOKEN_EXPIRED', 'This confirmation link has expired. We can send you a new one.'],
  ['error=INVALID_TOKEN', 'This confirmation link does not work any more. We can send you a new one.'],
  ['verified=1&error=INVALID_TOKEN', 'This confirmation link does not work any more. We can send you a new one.'],
  ['verified=1', 'Your email is confirmed. Please sign in.'],
  ['error=DEVICE_LINK', 'This link works for one hour only. Try to sign in, and we send you a new one.'],
  ['device=1', 'This browser is confirmed. Please sign in.'],
  ['reset=1', 'Your new password is set. Please sign in with it.'],
  ['next=/account', undefined],
])('arriving with %s shows %j', (query, text) => {
  expect(linkNotice(new URLSearchParams(query))?.text).toBe(text);
});

test.each([
  ['Mia Rose', false],
  ['J.R.R. Tolkien', false],
  ['St. John O’Neill-Łukasz', false],
  ['Win http://evil.example', true],
  ['www.evil Rose', true],
  ['evil.example Rose', true],
  ['Mia evil.shop', true],
  ['mail me@evil', true],
  ['<b>Mia</b>', true],
])('the name %j is detected as holding a link: %j', (name, holds) => {
  expect(looksLikeLink(name)).toBe(holds);
});

test.each(['/', '/account', '/track?order=HR-1&email=a%40b.example', '/checkout-success?id=1'])(
  'sign-in continues to %s',
  (next) => {
    expect(safeNext(next)).toBe(next);
  },
);

test.each([
  null,
  '',
  'account',
  '//evil.example',
  '/\\evil.example',
  '/..//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/\tevil',
  '/a\r\nSet-Cookie: a=b',
])('sign-in never redirects to %j', (next) => {
  expect(safeNext(next)).toBe('/');
});

test.each([
  ['/admin/emails.csv', '/admin/emails'],
  ['/admin/orders.csv?q=mia&page=2', '/admin/orders?q=mia&page=2'],
  ['/account/orders?of=/invoice.pdf', '/account/orders?of=/invoice.pdf'],
  ['/checkout?buy=1', '/checkout?buy=1'],
])('sign-in with the next address %s opens a page, never a file: %s', (next, page) => {
  expect(safeNext(next)).toBe(page);
});

test.each([
  ['/account/orders/HR-7K3QX9M2/invoice.pdf', '/account/orders/HR-7K3QX9M2'],
  ['/account/my-data.json', '/account'],
  ['/admin/orders.csv', '/admin/orders'],
  ['/admin/emails.csv', '/admin/emails'],
  ['/admin/reviews/pictures/5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c11', '/admin/reviews'],
  ['/account/orders/HR-7K3QX9M2', '/account/orders/HR-7K3QX9M2'],
  ['/admin/customers/mia%40example.com', '/admin/customers/mia%40example.com'],
])('sign-in requested from %s returns to %s', (path, page) => {
  expect(pageOfFile(path)).toBe(page);
});
