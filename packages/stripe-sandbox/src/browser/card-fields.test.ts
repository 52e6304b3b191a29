import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { codeProblem, expiryProblem, expiryText, grouped, numberProblem } from './card-fields.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00') });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['4242 4242 4242 4242', ''],
  ['4242 4242 4242 4241', 'Your card number is invalid.'],
  ['4242 4242 4242 4', 'Your card number is incomplete.'],
  ['', 'Your card number is incomplete.'],
])('the form says of the card number %j: %j', (text, problem) => {
  expect(numberProblem(text)).toBe(problem);
});

test.each([
  ['11 / 26', ''],
  ['10 / 26', "Your card's expiration year is in the past."],
  ['13 / 30', "Your card's expiration date is invalid."],
  ['00 / 30', "Your card's expiration date is invalid."],
  ['12 / 3', "Your card's expiration date is incomplete."],
])('the form says on November 30, 2026, of the date %j: %j', (text, problem) => {
  expect(expiryProblem(text)).toBe(problem);
});

test('three digits are a security code, and a number and a date are written as on the card', () => {
  expect([codeProblem('123'), codeProblem('12')]).toEqual(['', "Your card's security code is incomplete."]);
  expect([grouped('42424242'), expiryText('12'), expiryText('1230')]).toEqual(['4242 4242', '12', '12 / 30']);
});
