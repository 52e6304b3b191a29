import { expect, test } from 'vitest';

import { confirmationHolds, holdsLink, pageOfFile, roleOf, safeNext, securityNeeds } from './account.ts';

test.each([
  [[], 'customer'],
  [['customer'], 'customer'],
  [['customer', 'admin'], 'admin'],
  [['admin', 'customer'], 'admin'],
] as const)('a user with the roles %j acts as %s', (roles, role) => {
  expect(roleOf(roles)).toBe(role);
});

test.each([
  [{ mustSecure: false, isStaffGrade: false, hasAuthenticator: false }, []],
  [{ mustSecure: true, isStaffGrade: false, hasAuthenticator: false }, ['password', 'authenticator']],
  [{ mustSecure: true, isStaffGrade: true, hasAuthenticator: false }, ['authenticator']],
  [{ mustSecure: true, isStaffGrade: false, hasAuthenticator: true }, ['password']],
  [{ mustSecure: true, isStaffGrade: true, hasAuthenticator: true }, []],
] as const)('with %j, unmet requirements for admin rights are %j', (security, needs) => {
  expect(securityNeeds(security)).toEqual(needs);
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
  expect(holdsLink(name)).toBe(holds);
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
  [0, true],
  [15 * 60_000 - 1, true],
  [15 * 60_000, false],
])('a password confirmed %i ms ago still counts: %j', (age, holds) => {
  expect(confirmationHolds(new Date(0), new Date(age))).toBe(holds);
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
