import { isUuid } from '#shared/uuid.ts';

/**
 * Texts that the provider stores with a payment: at most 50, of at most 500 characters each. An
 * empty text deletes its entry.
 */
export type Metadata = Record<string, string>;

const maxLength = 500;

/**
 * Returns the checkout, quote version and shop that a payment's metadata names, each null if
 * missing. The shop is named because several may share one account.
 */
export function paymentReference(metadata: Metadata | null) {
  const { checkout_id: checkoutId = '', snapshot = '', shop = '' } = metadata ?? {};
  return {
    checkoutId: isUuid(checkoutId) ? checkoutId : null,
    quoteVersion: /^\d{1,9}$/.test(snapshot) ? Number(snapshot) : null,
    shop: shop === '' ? null : shop,
  };
}

export type PaymentReference = ReturnType<typeof paymentReference>;

/** Returns the name with which this shop requests payments: the host of its public address. */
export function shopName({ publicUrl }: { publicUrl: string }): string {
  return new URL(publicUrl).host.slice(0, maxLength);
}

/**
 * True when the shop of this name requested a payment. A payment with a checkout but no shop is
 * older than shop names.
 */
export function isOwnPayment(
  { checkoutId, shop }: Pick<PaymentReference, 'checkoutId' | 'shop'>,
  name: string,
): boolean {
  return checkoutId !== null && (shop === null || shop === name);
}

/** Removes the empty texts: a new payment has no entries to delete yet. */
export function withoutEmpty(metadata: Metadata): Metadata {
  return Object.fromEntries(Object.entries(metadata).filter(([, text]) => text !== ''));
}

/**
 * Splits a text into `maxPieces` pieces `name`, `name_2`, …, the unused ones empty. Returns null if
 * the text is longer than all of them.
 */
export function splitText(name: string, text: string, maxPieces: number): Metadata | null {
  const pieces: Metadata = {};
  let from = 0;
  for (let number = 1; number <= maxPieces; number += 1) {
    const piece = text.slice(from, from + maxLength).replace(/[\uD800-\uDBFF]$/, '');
    pieces[number === 1 ? name : `${name}_${number}`] = piece;
    from += piece.length;
  }
  return from < text.length ? null : pieces;
}

/** Joins the pieces of a text. */
export function joinText(metadata: Metadata, name: string): string {
  let text = metadata[name] ?? '';
  for (let number = 2; metadata[`${name}_${number}`] !== undefined; number += 1) text += metadata[`${name}_${number}`];
  return text;
}
