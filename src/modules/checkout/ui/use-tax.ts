import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { CheckoutOffer } from '../checkout.schema.ts';
import type { Address } from '#shared/address.ts';
import { isTaxable } from '#modules/tax/tax.ts';
import { addressRules, postalArea, postalCodeIn } from '#shared/countries.ts';
import { call } from '#modules/api-client.ts';
import type { ApiAnswer } from '#ui/call-api.ts';

import type { PaymentConfig } from './load-stripe.ts';
import { addressOnWire } from './use-confirm-total.ts';
import type { CheckoutState } from './use-checkout.ts';

type TaxAnswer = ApiAnswer<{ taxAmount: number; includedAmount: number }>;

/**
 * Returns the postal code once it is complete, if it decides the tax, so that not every keystroke
 * calls the server.
 */
function decisivePostalCode({ country, postalCode }: Address, config: PaymentConfig): string {
  const written = postalCodeIn(country, postalCode);
  if (written !== null && postalArea(country, written) !== null) return written;
  return config.taxByPostalCode && country === 'US' ? (written ?? '') : '';
}

/** The offer and the payment configuration, which is null until the checkout has begun. */
type Taxed = { offer: CheckoutOffer; config: PaymentConfig | null };

/**
 * Updates the tax of a begun checkout when its goods, country or state change, and with the ZIP if
 * tax depends on it. Not with a code, whose answer has the new tax. Another country also brings its
 * shipping options.
 * If the rate cannot be fetched, clears the tax line silently; the pay step asks again with the
 * complete address. Returns true while it is working, from the first render with the new address.
 */
export function useTax({ offer, config }: Taxed, address: Address, revise: CheckoutState['revise']): boolean {
  const { country, state } = address;
  const postalCode = config === null ? '' : decisivePostalCode(address, config);
  const { subtotal } = offer;
  const hasMoved = offer.shippingCountry !== country;
  const question = config === null ? null : [subtotal, country, state, postalCode].join();
  const [settled, setSettled] = useState<string | null>(null);
  /** Number of unanswered changes, until which `offer` is that of an earlier address. */
  const underWay = useRef(0);
  const reviseAddress = async (shipping_address: ReturnType<typeof addressOnWire>) => {
    underWay.current += 1;
    await revise({ shipping_address }).finally(() => (underWay.current -= 1));
  };
  const applyTaxResponse = useEffectEvent(async (answer: TaxAnswer) => {
    const wire = addressOnWire(address);
    if (wire === undefined) return;
    if (!answer.ok) {
      await reviseAddress({ ...wire, country: offer.shippingCountries[0] ?? 'US', state: '' });
      return;
    }
    const { taxAmount, includedAmount } = answer.body;
    const isShown = taxAmount === offer.taxAmount && includedAmount === (offer.taxIncluded?.amount ?? 0);
    if (!isShown || hasMoved || underWay.current > 0) await reviseAddress(wire);
  });
  const taxable = useEffectEvent(() => ({
    subtotal: Math.round((subtotal - offer.discountAmount) * 100) / 100,
    shippingAddress: { country, state, postalCode },
  }));
  /** Removes the old tax if the address can no longer be taxed. */
  const forget = useEffectEvent(async () => {
    const isTaxed = offer.taxAmount > 0 || offer.taxIncluded !== null;
    if (isTaxed || hasMoved || underWay.current > 0) await reviseAddress(addressOnWire(address));
  });
  useEffect(() => {
    if (question === null) return undefined;
    let isCurrent = true;
    const ask = async () => {
      // The address may return to that of an earlier answer.
      setSettled(null);
      if (!isTaxable({ country, state }, addressRules(country).stateRequired)) return forget();
      const answer: TaxAnswer = await call('POST /calculate-tax', taxable());
      return isCurrent ? applyTaxResponse(answer) : undefined;
    };
    void ask().finally(() => (isCurrent ? setSettled(question) : undefined));
    return () => {
      isCurrent = false;
    };
  }, [subtotal, country, state, postalCode, question]);
  return settled !== question;
}
