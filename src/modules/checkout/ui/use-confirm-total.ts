import { useState } from 'react';

import { loadCart } from '#modules/cart/ui/cart-store.ts';
import type { Address } from '#shared/address.ts';
import { isCheckoutEnd, type CheckoutEnd } from '../checkout-ends.ts';
import type { Change } from '../checkout.schema.ts';
import { isCountry } from '#shared/countries.ts';
import type { Refusal } from '#ui/refusal.ts';
import { toast } from '#ui/toast.tsx';

import type { CheckoutSession } from './begin-checkout.ts';
import { payerOf, type Payer } from './confirm-payment.ts';
import type { CheckoutForm } from './form-storage.ts';
import { keepSnapshot } from './order-snapshot.ts';
import { changedFigure, checklistToasts } from './payment-checks.ts';
import type { CheckoutState } from './use-checkout.ts';
import type { CheckoutFormState } from './use-checkout-form.ts';

/**
 * Problem that blocks a payment. `at` is the time it was found, so that each try shows it again.
 */
export type Problem = Refusal & { at?: number };

/**
 * Converts a delivery address to its API format. Undefined if the shop does not deliver to its
 * country.
 */
export function addressOnWire(address: Address): Change['shipping_address'] {
  const { country, postalCode } = address;
  return isCountry(country) ? { ...address, postalCode: postalCode.trim(), country } : undefined;
}

/** Builds the last change before a payment from the whole form. */
export function completeChange(form: CheckoutForm): Omit<Change, 'checkout_id'> {
  const { contact, shipping, billing, billingSameAsShipping } = form;
  return {
    customer_info: {
      email: contact.email.trim(),
      firstName: contact.firstName.trim(),
      lastName: contact.lastName.trim(),
      phone: contact.phone.trim(),
    },
    shipping_address: addressOnWire(shipping),
    billing_address: billingSameAsShipping ? shipping : billing,
    delivery_instructions: form.deliveryInstructions,
    final: true,
  };
}

function focusFirst(ids: readonly string[]): void {
  const fields = ids.map((id) => document.getElementById(id)).filter((field) => field !== null);
  fields.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0]?.focus();
}

const alreadyPaid = new Set<string>(['paid_already', 'placed_already', 'being_paid'] satisfies CheckoutEnd[]);

/**
 * The two steps before a payment: `check` validates the form, then `agree` confirms the final
 * figures with the server. `onPaid` is called instead if the payment was already made, perhaps in
 * another tab.
 */
export function useConfirmTotal(
  session: CheckoutSession | null,
  checkout: CheckoutState,
  { state, onPaid }: { state: CheckoutFormState; onPaid: (intentId: string) => void },
) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const ids = Object.keys(state.issues);

  /**
   * Returns true if the form can be paid. Otherwise shows what is missing and focuses the first
   * such field.
   */
  const check = (): boolean => {
    setProblem(null);
    if (ids.length === 0) return true;
    state.leaveAll();
    for (const message of checklistToasts(ids)) toast({ ...message, destructive: true, ofField: true });
    setProblem({ reason: 'fields', message: '', at: performance.now() });
    // Errors must render first, so that they are announced with the focused field.
    requestAnimationFrame(() => focusFirst(ids));
    return false;
  };

  const askAgain = (what: 'order' | 'total' | 'tax' = 'total') =>
    setProblem({ reason: 'total', message: `The ${what} has changed. Please check it and pay again.` });

  /**
   * Returns the payer once server and page show the same figures, or null if the shopper must act
   * first.
   */
  const agree = async (): Promise<Payer | null> => {
    if (session === null) return null;
    const { isSure } = state.sureOfAddress;
    const answer = await checkout.revise({ ...completeChange(state.form), address_confirmed: isSure });
    if ('reason' in answer) {
      const field = state.refuse(answer);
      if (field !== null) {
        toast({ title: answer.message, ofField: true });
        requestAnimationFrame(() => focusFirst([field]));
        return null;
      }
      if (alreadyPaid.has(answer.reason)) {
        // A free order is already placed; creating it again returns it.
        if (session.intentId === null) return payerOf(state.form);
        onPaid(session.intentId);
      }
      setProblem(answer);
      if (isCheckoutEnd(answer.reason)) return null;
      toast({ title: 'Payment Error', description: answer.message, destructive: true });
      return null;
    }
    const changed = changedFigure(answer.checkout, session.view);
    if (changed !== null) {
      askAgain(changed);
      // The displayed cart is then outdated, too.
      if (changed === 'order') void loadCart();
      return null;
    }
    const next = { ...session, view: answer.checkout, intentId: answer.payment_intent_id };
    keepSnapshot(next, state.form);
    return payerOf(state.form);
  };

  const isFixed = problem?.reason === 'fields' && ids.length === 0;
  return {
    check,
    agree,
    askAgain,
    problem: isFixed ? null : problem,
    forgive: () => setProblem(null),
    /** Marks the reservation as ended. Paying is blocked until the goods are reserved again. */
    expire: () => setProblem({ reason: 'expired', message: '' }),
  };
}

export type Agreement = ReturnType<typeof useConfirmTotal>;
