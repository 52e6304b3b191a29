import type Stripe from 'stripe';

import type { Cents } from '#shared/money.ts';

/**
 * Tax of one jurisdiction. `percent` is '8.25' for 8.25 percent; `share` is the part of the goods
 * that it applies to, 0 to 1.
 */
export type TaxPart = { type: string; percent: string; share: number };

type TaxQuery = {
  /** Only as much of an address as decides the rate; the rest is empty. */
  place: { country: string; state: string; postalCode: string };
  /** True when prices include the tax. */
  inclusive: boolean;
  /** Idempotency key: the same key is answered once. */
  key: string;
};

/**
 * Amount of everyday goods for which the rate is requested, because some places tax expensive ones
 * differently.
 */
const sampleCents: Cents = 10_000;
const timeoutMs = 2_000;

/** Reasons for which a place charges no tax, whatever rate is given beside them. */
const untaxed = new Set<string>([
  'customer_exempt',
  'not_collecting',
  'not_subject_to_tax',
  'not_supported',
  'product_exempt',
  'product_exempt_holiday',
  'reverse_charge',
  'zero_rated',
]);

type Breakdown = Stripe.Tax.CalculationLineItem.TaxBreakdown;

function partFrom(
  { tax_rate_details: details, taxable_amount: taxable, taxability_reason: reason }: Breakdown,
  netCents: Cents,
): TaxPart[] {
  if (details === null || taxable <= 0 || untaxed.has(reason)) return [];
  return [{ type: details.tax_type, percent: details.percentage_decimal, share: Math.min(1, taxable / netCents) }];
}

type TaxedLine = Pick<Stripe.Tax.CalculationLineItem, 'amount' | 'amount_tax' | 'tax_behavior' | 'tax_breakdown'>;

/**
 * Returns the parts of a line's tax; null if the response does not list them. Parts without tax are
 * left out.
 */
function partsFrom(line: TaxedLine | undefined): TaxPart[] | null {
  if (!line?.tax_breakdown) return null;
  const netCents = line.tax_behavior === 'inclusive' ? line.amount - line.amount_tax : line.amount;
  return line.tax_breakdown.flatMap((part) => partFrom(part, netCents));
}

function calculationParams({ place, inclusive }: TaxQuery) {
  return {
    currency: 'usd',
    customer_details: {
      address: {
        country: place.country,
        ...(place.state === '' ? {} : { state: place.state }),
        ...(place.postalCode === '' ? {} : { postal_code: place.postalCode }),
      },
      address_source: 'shipping',
    },
    line_items: [{ amount: sampleCents, reference: 'goods', tax_behavior: inclusive ? 'inclusive' : 'exclusive' }],
    expand: ['line_items.data.tax_breakdown'],
  } satisfies Stripe.Tax.CalculationCreateParams;
}

export function taxCalls(stripe: Stripe) {
  const underWay = new Map<string, Promise<TaxPart[]>>();
  const calculate = async (query: TaxQuery) => {
    const options = { idempotencyKey: query.key, timeout: timeoutMs, maxNetworkRetries: 0 };
    const calculation = await stripe.tax.calculations.create(calculationParams(query), options);
    const parts = partsFrom(calculation.line_items?.data[0]);
    if (parts === null) throw new Error('the tax service returned no parts of the tax');
    return parts;
  };
  return {
    /**
     * Returns the tax of a place from the provider's tax service, within 2 s. Equal queries at
     * the same time share one request. Never call it inside a transaction.
     */
    calculateTax(query: TaxQuery): Promise<TaxPart[]> {
      const known = underWay.get(query.key);
      if (known !== undefined) return known;
      const calculation = calculate(query).finally(() => underWay.delete(query.key));
      underWay.set(query.key, calculation);
      return calculation;
    },
  };
}
