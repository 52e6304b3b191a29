import { methodLabel } from '#modules/payments/payment-method.ts';

import type { Customer, OrderView } from './order-record.ts';

/** Email, name and phone of an order's customer. */
export type OrderContact = Customer & { email: string };

const contactFields = ['email', 'firstName', 'lastName', 'phone'] as const;

/** Returns the fields in which two contacts differ. */
export const changedContactFields = (before: OrderContact, after: OrderContact) =>
  contactFields.filter((name) => before[name] !== after[name]);

/** Returns where the refunds of an order go: 'Mia Rose (mia@example.com), Visa ending 4242'. */
export function refundReceiver({
  customer,
  email,
  paymentMethod,
}: Pick<OrderView, 'customer' | 'email' | 'paymentMethod'>): string {
  const name = `${customer.firstName} ${customer.lastName}`.trim();
  const person = name === '' || email === '' ? name || email : `${name} (${email})`;
  const method = paymentMethod === null ? '' : methodLabel(paymentMethod);
  return [person === '' ? 'the customer' : person, method].filter(Boolean).join(', ');
}

/** Shortens an email to the first and last character of its local part: `m…a@example.com`. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? email : `${email.slice(0, 1)}…${at < 2 ? '' : email.slice(at - 1, at)}${email.slice(at)}`;
}

const maskedPhone = (phone: string) => (phone === '' ? '' : `…${phone.slice(-2)}`);

/**
 * Returns a contact as the audit log stores it. Names are retained for the books. Email and phone
 * are erased with the customer, and the log is permanent, so it only hints at them.
 */
export const auditedContact = ({ email, phone, ...names }: OrderContact): OrderContact => ({
  email: maskedEmail(email),
  ...names,
  phone: maskedPhone(phone),
});
