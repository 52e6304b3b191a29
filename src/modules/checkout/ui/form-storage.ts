import type { ContactFields } from '#shared/contact.ts';
import { emptyAddress, type Address } from '#shared/address.ts';

export type CheckoutForm = {
  contact: ContactFields;
  shipping: Address;
  billing: Address;
  billingSameAsShipping: boolean;
  deliveryInstructions: string;
};

const emptyForm: CheckoutForm = {
  contact: { email: '', firstName: '', lastName: '', phone: '' },
  shipping: emptyAddress,
  billing: emptyAddress,
  billingSameAsShipping: true,
  deliveryInstructions: '',
};

const keys = {
  contact: 'checkout_customer_info',
  shipping: 'checkout_shipping_address',
  billing: 'checkout_billing_address',
  deliveryInstructions: 'checkout_delivery_instructions',
  billingSameAsShipping: 'checkout_billing_same_as_shipping',
} as const;

/** Key of the order as the shopper saw it, stored from payment to the success page. */
export const snapshotKey = 'checkout_form_data';
const savedAtKey = 'checkout_saved_at';
const idleMs = 30 * 60 * 1000;

function read(key: string): unknown {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : JSON.parse(text);
}

function textsFrom<T extends Record<string, string | undefined>>(stored: unknown, fallback: T): T {
  if (typeof stored !== 'object' || stored === null) return fallback;
  const texts = Object.keys(fallback).map((name) => {
    const value: unknown = Reflect.get(stored, name);
    return [name, typeof value === 'string' ? value : fallback[name]];
  });
  return Object.fromEntries(texts) as T;
}

/** Known data of a signed-in customer. Empty for a guest. */
export type Prefill = ContactFields & { shipping: Address | null };

/** Fills empty typed fields from known data, for example after a sign-in during checkout. */
function withKnown<T extends Record<string, string | undefined>>(typed: T, known: T): T {
  const texts = Object.entries(typed).map(([name, text]) => [name, text?.trim() === '' ? known[name] : text]);
  return Object.fromEntries(texts) as T;
}

type Countries = readonly string[];

/** Returns the typed or the known address as a whole, because a mix of both would be wrong. */
function addressOf(stored: unknown, known: Address, sold: Countries): Address {
  const typed = textsFrom(stored, emptyAddress);
  if (!sold.includes(typed.country)) return known;
  return [typed.street, typed.city, typed.postalCode].every((text) => text.trim() === '') ? known : typed;
}

/**
 * Form rendered by the server, which does not know what was typed before. A known address in a
 * country that the shop does not sell to is left out.
 */
export function initialForm({ shipping, ...contact }: Prefill, sold: Countries): CheckoutForm {
  const known = shipping !== null && sold.includes(shipping.country) ? shipping : { country: sold[0] ?? '' };
  return { ...emptyForm, contact, shipping: { ...emptyAddress, ...known } };
}

/**
 * Returns what was typed before, otherwise the known data. Typed data is dropped after 30 idle
 * minutes.
 */
export function loadForm(prefill: Prefill, sold: Countries): CheckoutForm {
  const { contact, shipping } = initialForm(prefill, sold);
  try {
    if (Date.now() - Number(read(savedAtKey) ?? 0) > idleMs) clearForm();
    return {
      contact: withKnown(textsFrom(read(keys.contact), contact), contact),
      shipping: addressOf(read(keys.shipping), shipping, sold),
      billing: textsFrom(read(keys.billing), emptyAddress),
      billingSameAsShipping: read(keys.billingSameAsShipping) !== false,
      ...textsFrom({ deliveryInstructions: read(keys.deliveryInstructions) }, { deliveryInstructions: '' }),
    };
  } catch (error) {
    console.warn('The checkout form could not be restored', error);
    return initialForm(prefill, sold);
  }
}

export function saveForm(form: CheckoutForm): void {
  try {
    for (const [name, key] of Object.entries(keys)) {
      sessionStorage.setItem(key, JSON.stringify(form[name as keyof typeof keys]));
    }
    sessionStorage.setItem(savedAtKey, String(Date.now()));
  } catch (error) {
    console.warn('The checkout form could not be saved', error);
  }
}

/** Deletes what was typed and the snapshot for the success page. */
export function clearForm(): void {
  try {
    for (const key of [...Object.values(keys), savedAtKey, snapshotKey]) sessionStorage.removeItem(key);
  } catch (error) {
    console.warn('The checkout form could not be cleared', error);
  }
}
