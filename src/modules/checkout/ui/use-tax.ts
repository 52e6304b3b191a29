import { useEffect, useEffectEvent } from 'react';

import { addressRules, type AddressFields } from '#modules/checkout/address-rules.ts';
import type { CheckoutView } from '#modules/checkout/contract.ts';
import { isTaxable } from '#modules/tax/rules.ts';
import { callApi, type ApiAnswer } from '#ui/call-api.ts';

import { addressOnWire } from './use-agreement.ts';
import type { CheckoutState } from './use-checkout.ts';

type TaxAnswer = ApiAnswer<{ taxAmount: number; includedAmount: number }>;

/**
 * Brings the checkout in line with what the place of delivery takes, whenever the goods, the state or the country change.
 * When that cannot be learnt the line is cleared without a word; the pay step asks again with the complete address.
 */
export function useTax(view: CheckoutView, address: AddressFields, revise: CheckoutState['revise']): void {
  const { country, state } = address;
  const goods = Math.round((view.subtotal - view.discountAmount) * 100) / 100;
  const follow = useEffectEvent(async (answer: TaxAnswer) => {
    const wire = addressOnWire(address);
    if (!answer.ok) {
      await revise({ shipping_address: { ...wire, country: 'US', state: '' } });
      return;
    }
    const { taxAmount, includedAmount } = answer.body;
    const isShown = taxAmount === view.taxAmount && includedAmount === (view.taxIncluded?.amount ?? 0);
    if (!isShown) await revise({ shipping_address: wire });
  });
  useEffect(() => {
    if (!isTaxable({ country, state }, addressRules(country).stateRequired)) return undefined;
    let isCurrent = true;
    const ask = async () => {
      const input = { subtotal: goods, shippingAddress: { country, state } };
      const answer: TaxAnswer = await callApi('POST', '/calculate-tax', input);
      if (isCurrent) await follow(answer);
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [goods, country, state]);
}
