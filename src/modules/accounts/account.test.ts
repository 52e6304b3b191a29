import { expect, test } from 'vitest';

import { confirmationHolds, roleOf, securityNeeds } from './account.ts';

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
  [0, true],
  [15 * 60_000 - 1, true],
  [15 * 60_000, false],
])('a password confirmed %i ms ago still counts: %j', (age, holds) => {
  expect(confirmationHolds(new Date(0), new Date(age))).toBe(holds);
});
