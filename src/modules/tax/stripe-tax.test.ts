import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { stripeClient } from '#modules/payments/stripe-client.server.ts';
import { taxCalls } from '#modules/payments/tax.server.ts';

import { isRefreshDue, taxJurisdiction, rateOfParts } from './stripe-tax.ts';

test.each([
  ['US', 'California', '94103-1234', { country: 'US', state: 'CA', postalCode: '94103' }],
  ['US', 'CA', ' 94103 ', { country: 'US', state: 'CA', postalCode: '94103' }],
  ['US', 'CA', '9410', null],
  ['US', '', '94103', null],
  ['CA', 'quebec', 'H2X 1Y4', { country: 'CA', state: 'QC', postalCode: '' }],
  ['CA', '', 'H2X 1Y4', null],
  ['GB', 'Surrey', 'SW1A 1AA', { country: 'GB', state: '', postalCode: '' }],
  ['GB', '', 'JE2 3AB', null],
  ['GB', '', 'IM1 1AA', { country: 'GB', state: '', postalCode: '' }],
  ['AU', 'NSW', '2899', null],
  ['US', 'NY', '09012', { country: 'US', state: 'AE', postalCode: '09012' }],
  ['AU', '', '2000', { country: 'AU', state: '', postalCode: '' }],
  ['DE', '', '10115', null],
])('%s %j %j is requested as %o', (country, state, postalCode, place) => {
  expect(taxJurisdiction({ country, state, postalCode })).toEqual(place);
});

const now = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const day = 24 * 60 * 60 * 1000;

test.each([
  ['never', null, true],
  ['answered 24 hours ago', { requestedAt: ago(day), respondedAt: ago(day) }, false],
  ['answered a moment longer ago', { requestedAt: ago(day + 1), respondedAt: ago(day + 1) }, true],
  ['in vain a minute ago', { requestedAt: ago(60_000), respondedAt: null }, false],
  ['in vain a moment longer ago', { requestedAt: ago(60_001), respondedAt: null }, true],
  ['in vain just now, answered the day before', { requestedAt: now, respondedAt: ago(day + 1) }, false],
])('last request %s: refresh due is %s', (_case, stored, due) => {
  expect(isRefreshDue(stored, now)).toBe(due);
});

type Line = Stripe.Tax.CalculationLineItem;
type Breakdown = Stripe.Tax.CalculationLineItem.TaxBreakdown;

/** One jurisdiction of a published response for $100. */
function part(tax_type: string, percentage_decimal: string, change: Partial<Breakdown> = {}): Breakdown {
  return {
    amount: 0,
    jurisdiction: { country: 'US', display_name: 'Somewhere', level: 'state', state: null },
    sourcing: 'destination',
    tax_rate_details: { display_name: 'Tax', percentage_decimal, tax_type },
    taxability_reason: 'standard_rated',
    taxable_amount: 10_000,
    ...change,
  };
}

const notCollecting = { taxability_reason: 'not_collecting', taxable_amount: 0 };
const added = (...tax_breakdown: Breakdown[]) => ({
  amount: 10_000,
  amount_tax: 0,
  tax_behavior: 'exclusive' as const,
  tax_breakdown,
});
const held = (amount_tax: number, ...parts: Breakdown[]) => ({
  amount: 10_000,
  amount_tax,
  tax_behavior: 'inclusive' as const,
  tax_breakdown: parts.map((one) => ({ ...one, taxable_amount: 10_000 - amount_tax })),
});

type Answer = Pick<Line, 'amount' | 'amount_tax' | 'tax_behavior' | 'tax_breakdown'>;

/** Requests the tax of a place from a service whose response has these lines. */
function taxFrom(...lines: Answer[]) {
  const response = { id: 'taxcalc_1', object: 'tax.calculation', line_items: { object: 'list', data: lines } };
  const stripe = stripeClient({ stripeSecretKey: 'sk_test_tax', stripeApiUrl: undefined }, async () =>
    Response.json(response),
  );
  const place = { country: 'US', state: 'CA', postalCode: '94103' };
  return taxCalls(stripe).calculateTax({ place, inclusive: false, key: 'tax-US-CA-94103' });
}

test.each<[string, Answer, boolean, object]>([
  [
    'San Francisco: state, county and district',
    added(part('sales_tax', '6.0'), part('sales_tax', '0.25'), part('sales_tax', '2.375')),
    false,
    { name: 'Sales tax', ratePpm: 86_250 },
  ],
  ['Quebec', added(part('gst', '5'), part('qst', '9.975')), false, { name: 'GST + QST', ratePpm: 149_750 }],
  ['British Columbia', added(part('gst', '5'), part('pst', '7')), false, { name: 'GST + PST', ratePpm: 120_000 }],
  ['Ontario', added(part('hst', '13')), false, { name: 'HST', ratePpm: 130_000 }],
  ['Great Britain, held', held(1_667, part('vat', '20')), true, { name: 'VAT', ratePpm: 200_000 }],
  ['Australia, held', held(909, part('gst', '10')), true, { name: 'GST', ratePpm: 100_000 }],
  ['a state with a word of its own', added(part('gross_receipts_tax', '5.125')), false, { name: 'Gross receipts tax' }],
  ['where the shop is not registered', added(part('sales_tax', '6.25', notCollecting)), false, { ratePpm: 0 }],
  [
    'the same, with the whole amount beside the reason',
    added(part('sales_tax', '6.25', { ...notCollecting, taxable_amount: 10_000 })),
    false,
    { name: 'Tax', ratePpm: 0 },
  ],
  [
    'registered in the state alone',
    added(part('sales_tax', '4'), part('sales_tax', '4.5', notCollecting)),
    false,
    { ratePpm: 40_000 },
  ],
  ['no tax at all', added(), false, { name: 'Tax', ratePpm: 0 }],
  [
    'a part that is not imposed',
    added(part('sales_tax', '0', { tax_rate_details: null, taxability_reason: 'not_subject_to_tax' })),
    false,
    { ratePpm: 0 },
  ],
  [
    'half of the goods',
    added(part('sales_tax', '8', { taxability_reason: 'taxable_basis_reduced', taxable_amount: 5_000 })),
    false,
    { ratePpm: 40_000 },
  ],
])('parses the published response for %s', async (_place, line, inclusive, rate) => {
  expect(rateOfParts(await taxFrom(line), inclusive)).toMatchObject({ ...rate, inclusive });
});

test('a response without parts and a rate above 100 % are no valid rate', async () => {
  await expect(taxFrom()).rejects.toThrow('no parts');
  await expect(taxFrom({ ...added(), tax_breakdown: null })).rejects.toThrow('no parts');
  expect(rateOfParts([{ type: 'vat', percent: '100.1', share: 1 }], true)).toBeNull();
  expect(rateOfParts([{ type: 'vat', percent: 'x', share: 1 }], true)).toBeNull();
});
