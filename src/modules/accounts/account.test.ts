import { expect, test } from 'vitest';

import { isConfirmationFresh, roleOf, missingSecuritySteps } from './account.ts';

test.each([
  [[], 'customer'],
  [['customer'], 'customer'],
  [['customer', 'admin'], 'admin'],
  [['admin', 'customer'], 'admin'],
] as const)('a user with the roles %j acts as %s', (roles, role) => {
  expect(roleOf(roles)).toBe(role);
});

test.each([
  [{ requiresSecondFactor: false, meetsStaffPolicy: false, hasAuthenticator: false }, []],
  [{ requiresSecondFactor: true, meetsStaffPolicy: false, hasAuthenticator: false }, ['password', 'authenticator']],
  [{ requiresSecondFactor: true, meetsStaffPolicy: true, hasAuthenticator: false }, ['authenticator']],
  [{ requiresSecondFactor: true, meetsStaffPolicy: false, hasAuthenticator: true }, ['password']],
  [{ requiresSecondFactor: true, meetsStaffPolicy: true, hasAuthenticator: true }, []],
] as const)('with %j, unmet requirements for admin rights are %j', (security, needs) => {
  expect(missingSecuritySteps(security)).toEqual(needs);
});

test.each([
  [0, true],
  [15 * 60_000 - 1, true],
  [15 * 60_000, false],
])('a password confirmed %i ms ago still counts: %j', (age, holds) => {
  expect(isConfirmationFresh(new Date(0), new Date(age))).toBe(holds);
});
