import type { Purchase } from '#modules/cart/cart.server.ts';
import { checkoutRefusals } from '#modules/checkout/checkout.schema.ts';
import { unitsPerCheckout } from '#modules/checkout/quote.ts';
import type { OrderContact } from '#modules/orders/order-contact.ts';
import { readContact } from '#modules/orders/read-contact.server.ts';
import { addressIssues, addressFromInput, type Address } from '#shared/address.ts';
import type { FormValues } from '#shared/form-values.ts';
import { isUuid } from '#shared/uuid.ts';

import { unitsField } from './phone-order.ts';

/** A phone order as an admin typed it, cleaned as the checkout cleans it. */
type TypedPhoneOrder = { contact: OrderContact; shippingAddress: Address; units: readonly Purchase[] };

/** Messages by field name. */
export type FieldIssues = Record<string, string>;

const prefix = unitsField('');
const unitsSentence = `Enter a number from 0 to ${unitsPerCheckout}`;

/** Reads the units of each product. Empty fields and zeros are left out. */
function typedUnits(values: FormValues): { units: Purchase[]; issues: FieldIssues } {
  const typed = Object.entries(values).filter(([name]) => name.startsWith(prefix) && isUuid(name.slice(prefix.length)));
  const filled = typed.filter(([, text]) => !/^0*$/.test(text));
  const wrong = filled.filter(([, text]) => !/^\d{1,2}$/.test(text));
  if (wrong.length > 0) return { units: [], issues: Object.fromEntries(wrong.map(([name]) => [name, unitsSentence])) };
  const units = filled.map(([name, text]) => ({ productId: name.slice(prefix.length), quantity: Number(text) }));
  const [first = prefix] = filled[0] ?? typed[0] ?? [];
  if (units.length === 0) return { units, issues: { [first]: 'Enter a quantity for at least one product' } };
  const isTooMany = units.reduce((sum, { quantity }) => sum + quantity, 0) > unitsPerCheckout;
  return { units, issues: isTooMany ? { [first]: checkoutRefusals.too_many_units } : {} };
}

/** Reads the form of a phone order. Returns the message of each field that is not usable. */
export function readPhoneOrder(values: FormValues): { typed: TypedPhoneOrder; issues: FieldIssues } {
  const shippingAddress = addressFromInput(values);
  const { contact, issues } = readContact(values, shippingAddress.country);
  const { units, issues: unitIssues } = typedUnits(values);
  return {
    typed: { contact, shippingAddress, units },
    issues: { ...issues, ...addressIssues(shippingAddress), ...unitIssues },
  };
}
