import { expect, test } from 'vitest';

import { everyOrder, filterOf, searchPatterns, type OrderFilter } from './list-orders.ts';

const account = '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c12';
const all: OrderFilter = { ...everyOrder, prefixes: ['HR'] };

test.each<[string, Partial<OrderFilter>]>([
  ['', {}],
  ['q=%20mia%20', { search: 'mia' }],
  ['status=shipped&payment=paid&show=held', { status: 'shipped', payment: 'paid', heldOnly: true }],
  ['status=lost&payment=gold&show=maybe&customer=mia', {}],
  [`customer=${account}`, { customer: account }],
  ['show=to_ship', { toShipOnly: true }],
  ['customer=mia%40example.com', { customer: 'mia@example.com' }],
  [`q=${'a'.repeat(101)}`, { search: 'a'.repeat(100) }],
])('the query ?%s gives the filter %j', (query, expected) => {
  expect(filterOf(new URLSearchParams(query), ['HR'])).toEqual({ ...all, ...expected });
});

test.each<[string, string[][] | null]>([
  ['  ', null],
  ['hr-7K', [['%hr7k%'], ['%hr 7k%'], ['% hr%', '% 7k%']]],
  ['Mia  Rose', [['%mia rose%'], ['%mia%', '%rose%']]],
  ['Zoë Müller', [['%zoe muller%'], ['%zoe%', '%muller%']]],
  ['Zoe\u0308', [['%zoe%']]],
  ['Nguyễn', [['%nguyen%']]],
  ['100%_\\', [['%100\\%\\_\\\\%']]],
  [
    '415 555-01',
    [['%415 55501%'], ['%415%', '%55501%'], ['%415 555 01%'], ['%415%', '%555%', '% 01%'], ['%41555501%']],
  ],
  ['+1 (415)', [['%+1 (415)%'], ['%+1%', '%(415)%'], ['%1415%']]],
  ['94103', [['%94103%']]],
  ['94103\u20131234', [['%941031234%'], ['%94103 1234%'], ['%94103%', '%1234%']]],
  ['1Z\u00ad999\u200b', [['%1z999%']]],
  ['Order #7K3Q X9M2', [['%order #7k3q x9m2%'], ['%order%', '%#7k3q%', '%x9m2%'], ['%hr7k3qx9m2%']]],
  // One or two letters would match the middle of almost every order.
  ['7K', [['% 7k%'], ['%hr7k%']]],
  ['mia r', [['%mia r%'], ['%mia%', '% r%']]],
  ['É', [['% e%'], ['%hre%']]],
  ['ab@', [['%ab@%']]],
  ['.c', [['%.c%']]],
  ['mia -', [['%mia%']]],
  ['% _', []],
])('a search for %j uses the patterns %j', (search, expected) => {
  expect(searchPatterns({ search, prefixes: ['HR'] })).toEqual(expected);
});
