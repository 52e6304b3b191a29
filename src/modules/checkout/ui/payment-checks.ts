import { addressIssues } from '#shared/address.ts';
import { billingIssues } from '#shared/billing-address.ts';

import type { CheckoutView } from '../checkout.schema.ts';
import { contactIssues } from '#shared/contact.ts';
import type { CheckoutForm } from './form-storage.ts';
import { differs } from './use-checkout.ts';

/** Returns the problems of a form by field id. Billing counts only if it differs. */
export function formIssues(form: CheckoutForm): Record<string, string> {
  const groups: [string, Record<string, string | undefined>][] = [
    ['contact', contactIssues(form.contact)],
    ['shipping', addressIssues(form.shipping)],
    ...(form.billingSameAsShipping
      ? []
      : ([['billing', billingIssues(form.billing)]] satisfies [string, Record<string, string | undefined>][])),
  ];
  return Object.fromEntries(
    groups.flatMap(([group, issues]) =>
      Object.entries(issues).flatMap(([name, sentence]) =>
        sentence === undefined ? [] : [[`${group}-${name}`, sentence]],
      ),
    ),
  );
}

const missing = {
  contact: { title: 'Missing Information', description: 'Please fill in your email, name and phone number.' },
  shipping: { title: 'Missing Shipping Address', description: 'Please complete your shipping address.' },
  billing: { title: 'Missing Billing Address', description: 'Please complete your billing address.' },
};

/** Returns the toasts for the ids of a form's invalid fields, one per group. */
export function checklistToasts(ids: readonly string[]) {
  const groups = Object.entries(missing).filter(([group]) => ids.some((id) => id.startsWith(`${group}-`)));
  return groups.map(([, message]) => message);
}

/** Displayed tax included in the price, in dollars. It can change while the total stays. */
export const includedTax = ({ taxIncluded }: Pick<CheckoutView, 'taxIncluded'>): number => taxIncluded?.amount ?? 0;

type PayableFigures = Pick<CheckoutView, 'items' | 'total' | 'taxIncluded'>;

/** Returns the displayed figure that changed, if any. The shopper must check it before paying. */
export function changedFigure(next: PayableFigures, shown: PayableFigures): 'order' | 'total' | 'tax' | null {
  // A free unit of a promotion may have been removed in another tab, at the same total.
  if (differs(next.items, shown)) return 'order';
  if (next.total !== shown.total) return 'total';
  return includedTax(next) === includedTax(shown) ? null : 'tax';
}
