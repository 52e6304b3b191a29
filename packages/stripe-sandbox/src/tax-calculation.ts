import { isForm, type Form } from './cards.ts';
import { centsOf, okResponse, failure, invalid, newId, seconds, textOf, type ApiResponse } from './responses.ts';

type Level = 'city' | 'country' | 'county' | 'district' | 'state';
type Part = { level: Level; type: string; percent: number };

/** Sample taxes of ZIP codes with more than a state tax. */
const american: Record<string, Part[]> = {
  '94103': [sales('state', 6), sales('county', 0.25), sales('district', 2.375)],
  '10001': [sales('state', 4), sales('city', 4.5), sales('district', 0.375)],
  '60601': [sales('state', 6.25), sales('county', 1.75), sales('city', 1.25), sales('district', 1)],
};

function sales(level: Level, percent: number): Part {
  return { level, type: 'sales_tax', percent };
}

const gst: Part = { level: 'country', type: 'gst', percent: 5 };
const hst = (percent: number): Part[] => [{ level: 'state', type: 'hst', percent }];
const withGst = (type: string, percent: number): Part[] => [gst, { level: 'state', type, percent }];

const canadian: Record<string, Part[]> = {
  BC: withGst('pst', 7),
  MB: withGst('rst', 7),
  NB: hst(15),
  NL: hst(15),
  NS: hst(14),
  ON: hst(13),
  PE: hst(15),
  QC: withGst('qst', 9.975),
  SK: withGst('pst', 6),
};

/** Base rates of states, in percent. */
const stateRates: Record<string, number> = {
  AL: 4,
  AZ: 5.6,
  AR: 6.5,
  CA: 7.25,
  CO: 2.9,
  CT: 6.35,
  DC: 6,
  FL: 6,
  GA: 4,
  HI: 4,
  ID: 6,
  IL: 6.25,
  IN: 7,
  IA: 6,
  KS: 6.5,
  KY: 6,
  LA: 5,
  ME: 5.5,
  MD: 6,
  MA: 6.25,
  MI: 6,
  MN: 6.875,
  MS: 7,
  MO: 4.225,
  NE: 5.5,
  NV: 6.85,
  NJ: 6.625,
  NM: 4.875,
  NY: 4,
  NC: 4.75,
  ND: 5,
  OH: 5.75,
  OK: 4.5,
  PA: 6,
  RI: 7,
  SC: 6,
  SD: 4.2,
  TN: 7,
  TX: 6.25,
  UT: 6.1,
  VT: 6,
  VA: 5.3,
  WA: 6.5,
  WV: 6,
  WI: 5,
  WY: 4,
  PR: 11.5,
};

const zip = /^\s*\d{5}([-\s]?\d{4})?\s*$/;

type TaxLocation = { country: string; state: string; postalCode: string };

/** Returns the taxes of a location in the sandbox; null if the address has too little data. */
function partsOf({ country, state, postalCode }: TaxLocation): Part[] | null {
  if (country === 'GB') return [{ level: 'country', type: 'vat', percent: 20 }];
  if (country === 'AU') return [{ level: 'country', type: 'gst', percent: 10 }];
  if (country === 'CA') return state === '' ? null : (canadian[state] ?? [gst]);
  if (country !== 'US' || !zip.test(postalCode)) return null;
  return american[postalCode.slice(0, 5)] ?? [sales('state', stateRates[state] ?? 0)];
}

type Line = { amount: number; reference: string; inclusive: boolean };

function lineFrom(form: Form): Line | null {
  const line = isForm(form.line_items) ? form.line_items['0'] : null;
  if (!isForm(line)) return null;
  const amount = centsOf(line.amount);
  if (amount === null) return null;
  return { amount, reference: textOf(line.reference) ?? '', inclusive: line.tax_behavior === 'inclusive' };
}

function addressFrom(form: Form): Form {
  const details = form.customer_details;
  return isForm(details) && isForm(details.address) ? details.address : {};
}

/** Returns the line with its tax, broken down by jurisdiction. */
function lineOf(line: Line, parts: Part[], { country, state }: TaxLocation) {
  const share = parts.reduce((sum, { percent }) => sum + percent, 0) / 100;
  const net = line.inclusive ? Math.round(line.amount / (1 + share)) : line.amount;
  const tax_breakdown = parts.map(({ level, type, percent }) => ({
    amount: Math.round((net * percent) / 100),
    jurisdiction: { country, display_name: level, level, state: level === 'country' ? null : state },
    sourcing: 'destination',
    tax_rate_details:
      percent === 0 ? null : { display_name: type, percentage_decimal: String(percent), tax_type: type },
    taxability_reason: percent === 0 ? 'not_subject_to_tax' : 'standard_rated',
    taxable_amount: percent === 0 ? 0 : net,
  }));
  return {
    id: newId('tax_li', 7),
    object: 'tax.calculation_line_item',
    amount: line.amount,
    amount_tax: line.inclusive ? line.amount - net : tax_breakdown.reduce((sum, part) => sum + part.amount, 0),
    livemode: false,
    metadata: null,
    performance_location: null,
    product: null,
    quantity: 1,
    reference: line.reference,
    tax_behavior: line.inclusive ? 'inclusive' : 'exclusive',
    tax_breakdown,
    tax_code: 'txcd_99999999',
  };
}

function calculationOf(line: Line, taxed: ReturnType<typeof lineOf>, { country, state, postalCode }: TaxLocation) {
  const id = newId('taxcalc', 9);
  return {
    id,
    object: 'tax.calculation',
    amount_total: line.inclusive ? line.amount : line.amount + taxed.amount_tax,
    currency: 'usd',
    customer: null,
    customer_details: {
      address: { city: null, country, line1: null, line2: null, postal_code: postalCode, state },
      address_source: 'shipping',
      ip_address: null,
      tax_ids: [],
      taxability_override: 'none',
    },
    expires_at: seconds() + 90 * 24 * 3_600,
    line_items: { object: 'list', data: [taxed], has_more: false, url: `/v1/tax/calculations/${id}/line_items` },
    livemode: false,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: line.inclusive ? 0 : taxed.amount_tax,
    tax_amount_inclusive: line.inclusive ? taxed.amount_tax : 0,
    tax_breakdown: [],
    tax_date: seconds(),
  };
}

const unknownLocation = {
  type: 'invalid_request_error',
  code: 'customer_tax_location_invalid',
  message: "We could not determine the customer's tax location based on the provided customer address.",
} as const;

/**
 * Calculates the tax of the first line at a location, like the provider's tax service. Stores
 * nothing.
 */
export function createCalculation(form: Form): ApiResponse {
  const line = lineFrom(form);
  if (form.currency !== 'usd' || line === null) return invalid('Missing required param: line_items.');
  const address = addressFrom(form);
  const place = {
    country: textOf(address.country) ?? '',
    state: textOf(address.state) ?? '',
    postalCode: textOf(address.postal_code) ?? '',
  };
  const parts = partsOf(place);
  if (parts === null) return failure(400, unknownLocation);
  return okResponse(calculationOf(line, lineOf(line, parts, place), place));
}
