import type { Purchase } from '#modules/cart/cart.server.ts';
import { checkoutRefusals, contactInput } from '#modules/checkout/checkout.schema.ts';
import { contactIssues } from '#modules/checkout/contact-details.ts';
import { unitsPerCheckout } from '#modules/checkout/quote.ts';
import { undeliverableDomain } from '#modules/email/mail.ts';
import type { OrderContact } from '#modules/orders/order-contact.ts';
import { addressIssues, typedAddress, type Address } from '#shared/address.ts';
import { countries, isCountry } from '#shared/countries.ts';
import { emailSentence } from '#shared/email-address.ts';
import { issuesIn } from '#shared/form-issues.ts';
import type { FormValues } from '#shared/form-values.ts';
import { isCallable } from '#shared/phone-number.server.ts';
import { phoneSentence } from '#shared/phone-number.ts';
import { isUuid } from '#shared/uuid.ts';

import { unitsField } from './phone-order.ts';

/** A telephone order as an admin typed it, cleaned as the checkout cleans it. */
export type TypedPhoneOrder = { contact: OrderContact; shippingAddress: Address; units: readonly Purchase[] };

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
  if (units.length === 0) return { units, issues: { [first]: 'Enter how many units to sell' } };
  const isTooMany = units.reduce((sum, { quantity }) => sum + quantity, 0) > unitsPerCheckout;
  return { units, issues: isTooMany ? { [first]: checkoutRefusals.too_many_units } : {} };
}

function typedContact(values: FormValues): { contact: OrderContact; issues: FieldIssues } {
  const { email = '', firstName = '', lastName = '', phone = '', country = '' } = values;
  const typed = { email, firstName, lastName, phone };
  const read = contactInput.safeParse(typed);
  const contact = read.success ? { ...read.data, email: read.data.email.toLowerCase() } : typed;
  const isReachable = isCallable(contact.phone, isCountry(country) ? [country] : countries);
  const issues = issuesIn({
    email: contact.email.endsWith(undeliverableDomain) ? emailSentence : undefined,
    phone: isReachable ? undefined : phoneSentence,
  });
  return { contact, issues: { ...issues, ...contactIssues(contact) } };
}

/** Reads the form of a telephone order. Returns the message of each field that is not usable. */
export function readPhoneOrder(values: FormValues): { typed: TypedPhoneOrder; issues: FieldIssues } {
  const { contact, issues } = typedContact(values);
  const { line2, ...address } = typedAddress(values);
  const shippingAddress = line2 === '' ? address : { ...address, line2 };
  const { units, issues: unitIssues } = typedUnits(values);
  return {
    typed: { contact, shippingAddress, units },
    issues: { ...issues, ...addressIssues(shippingAddress), ...unitIssues },
  };
}
