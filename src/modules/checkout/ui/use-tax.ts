import { useEffect, useEffectEvent, useState } from 'react';

import type { CheckoutOffer } from '../checkout.schema.ts';
import type { Address } from '#shared/address.ts';
import { isTaxable } from '#modules/tax/tax.ts';
import { addressRules, postalArea, postalCodeIn } from '#shared/countries.ts';
import { call } from '#modules/calls.ts';
import type { ApiAnswer } from '#ui/call-api.ts';

import type { PaymentConfig } from './load-stripe.ts';
import { addressOnWire } from './use-agreement.ts';
import type { CheckoutState } from './use-checkout.ts';

type TaxAnswer = ApiAnswer<{ taxAmount: number; includedAmount: number }>;

/** The postal code where it decides the tax, once it is complete, so that not every key asks the server. */
function decisivePostalCode({ country, postalCode }: Address, config: PaymentConfig): string {
  const written = postalCodeIn(country, postalCode);
  if (written !== null && postalArea(country, written) !== null) return written;
  return config.taxByPostalCode && country === 'US' ? (written ?? '') : '';
}

/** What is bought, and how the shop is paid: null until the checkout has begun. */
type Taxed = { offer: CheckoutOffer; config: PaymentConfig | null };

/**
 * Brings a checkout that has begun in line with what the place of delivery takes, whenever the goods, the state or the country change, and
 * the ZIP where the shop's tax follows it.
 * When that cannot be learnt the line is cleared without a word; the pay step asks again with the complete address.
 * Answers whether it is still at it, from the very drawing on that shows the new place.
 */
export function useTax({ offer, config }: Taxed, address: Address, revise: CheckoutState['revise']): boolean {
  const { country, state } = address;
  const postalCode = config === null ? '' : decisivePostalCode(address, config);
  const goods = Math.round((offer.subtotal - offer.discountAmount) * 100) / 100;
  const question = config === null ? null : [goods, country, state, postalCode].join();
  const [settled, setSettled] = useState<string | null>(null);
  const follow = useEffectEvent(async (answer: TaxAnswer) => {
    const wire = addressOnWire(address);
    if (wire === undefined) return;
    if (!answer.ok) {
      await revise({ shipping_address: { ...wire, country: 'US', state: '' } });
      return;
    }
    const { taxAmount, includedAmount } = answer.body;
    const isShown = taxAmount === offer.taxAmount && includedAmount === (offer.taxIncluded?.amount ?? 0);
    if (!isShown) await revise({ shipping_address: wire });
  });
  /** An address that cannot be taxed any more takes the tax of the last one with it. */
  const forget = useEffectEvent(async () => {
    if (offer.taxAmount > 0 || offer.taxIncluded !== null) await revise({ shipping_address: addressOnWire(address) });
  });
  useEffect(() => {
    if (question === null) return undefined;
    let isCurrent = true;
    const ask = async () => {
      if (!isTaxable({ country, state }, addressRules(country).stateRequired)) return forget();
      const input = { subtotal: goods, shippingAddress: { country, state, postalCode } };
      const answer: TaxAnswer = await call('POST /calculate-tax', input);
      return isCurrent ? follow(answer) : undefined;
    };
    void ask().finally(() => (isCurrent ? setSettled(question) : undefined));
    return () => {
      isCurrent = false;
    };
  }, [goods, country, state, postalCode, question]);
  return settled !== question;
}
