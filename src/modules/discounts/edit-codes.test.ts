import { expect, test } from 'vitest';

import type { DiscountCode } from './discount-code.ts';
import { codeInput } from './edit-codes.schema.ts';
import { codeState, codeLabel, parsePercent } from './edit-codes.ts';

test.each([
  ['10', 1_000],
  ['12.5 %', 1_250],
  ['0.01', 1],
  ['100', 10_000],
  ['100.01', null],
  ['0', null],
  ['-5', null],
  ['ten', null],
])('a percentage typed as %s is %s basis points', (typed, basisPoints) => {
  expect(parsePercent(typed)).toBe(basisPoints);
});

const now = new Date('2026-11-21T12:00:00Z');
const code = { isActive: true, startsAt: null, endsAt: null, maxUses: 5 };

test.each([
  ['active', {}],
  ['off', { isActive: false, endsAt: now }],
  ['ended', { endsAt: now }],
  ['active', { endsAt: new Date(now.getTime() + 1) }],
  ['active', { startsAt: now }],
  ['scheduled', { startsAt: new Date(now.getTime() + 1) }],
  ['active', { used: 3, held: 1 }],
  ['used_up', { used: 3, held: 2 }],
])('a code is %s with %j', (state, change) => {
  expect(codeState({ ...code, ...change }, now)).toBe(state);
});

test('describes in words what a code takes off', () => {
  const words = (type: DiscountCode['type'], value: number) => codeLabel({ type, value });
  expect([words('percent', 1_250), words('fixed', 500), words('free_order', 0)]).toEqual([
    '12.5% off',
    '$5.00 off',
    'Everything free',
  ]);
});

const typed = { code: 'spring-1', name: 'Spring', type: 'percent', value: '10', isActive: 'on' };

test('the form parses basis points, cents and UTC dates, and upper-cases the code', () => {
  expect(codeInput.parse({ ...typed, minimum: '20', endsAt: '2026-12-01T10:30' })).toMatchObject({
    code: 'SPRING-1',
    value: 1_000,
    minSubtotalCents: 2_000,
    endsAt: new Date('2026-12-01T10:30:00Z'),
    maxUses: null,
    demoOnly: false,
    isActive: true,
  });
  expect(codeInput.parse({ ...typed, type: 'free_shipping', value: '99' }).value).toBe(0);
});

test.each([
  [{ code: 'no spaces' }, 'code'],
  [{ code: 'X'.repeat(51) }, 'code'],
  [{ value: '0' }, 'value'],
  [{ type: 'fixed', value: '0' }, 'value'],
  [{ type: 'everything' }, 'type'],
  [{ minimum: 'a lot' }, 'minimum'],
  [{ maxUses: '0' }, 'maxUses'],
  [{ maxUses: '1000001' }, 'maxUses'],
  [{ endsAt: '2026-02-30T10:00' }, 'endsAt'],
  [{ startsAt: '2026-12-01T10:00', endsAt: '2026-12-01T10:00' }, 'endsAt'],
])('refuses %j at the field %s', (change, field) => {
  expect(codeInput.safeParse({ ...typed, ...change }).error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test('reports every mistake of the form at once', () => {
  const wrong = {
    code: '',
    name: '',
    value: '0',
    minimum: 'a lot',
    startsAt: '2026-12-01T10:00',
    endsAt: '2026-12-01T10:00',
  };
  const named = codeInput.safeParse({ ...typed, ...wrong }).error?.issues.map(({ path }) => path[0]);
  expect(named?.toSorted()).toEqual(['code', 'endsAt', 'minimum', 'name', 'value']);
});
