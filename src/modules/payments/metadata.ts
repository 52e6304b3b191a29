import { isUuid } from '#shared/uuid.ts';

/** Texts that the provider keeps with a payment: at most 50, of at most 500 characters each. An empty one is taken out. */
export type Metadata = Record<string, string>;

const maxLength = 500;

/** What the shop named when it asked for a payment, null what it did not: the checkout, the snapshot that is paid, and itself, as several may share one account. */
export function namedIn(metadata: Metadata | null) {
  const { checkout_id: checkoutId = '', snapshot = '', shop = '' } = metadata ?? {};
  return {
    checkoutId: isUuid(checkoutId) ? checkoutId : null,
    quoteVersion: /^\d{1,9}$/.test(snapshot) ? Number(snapshot) : null,
    shop: shop === '' ? null : shop,
  };
}

export type Named = ReturnType<typeof namedIn>;

/** The name under which this shop asks for payments: the host of its public address. */
export function shopName({ publicUrl }: { publicUrl: string }): string {
  return new URL(publicUrl).host.slice(0, maxLength);
}

/** Whether a payment was asked for by the shop of this name; one that names a checkout but no shop is from before shops were named. */
export function isOfShop({ checkoutId, shop }: Pick<Named, 'checkoutId' | 'shop'>, name: string): boolean {
  return checkoutId !== null && (shop === null || shop === name);
}

/** What is not empty: of a new payment nothing is there yet that could be taken out. */
export function present(metadata: Metadata): Metadata {
  return Object.fromEntries(Object.entries(metadata).filter(([, text]) => text !== ''));
}

/** A text in as many pieces as it may have, the last ones empty: `name`, `name_2`, … Null when it is longer than all of them. */
export function piecesOf(name: string, text: string, most: number): Metadata | null {
  const pieces: Metadata = {};
  let from = 0;
  for (let number = 1; number <= most; number += 1) {
    const piece = text.slice(from, from + maxLength).replace(/[\uD800-\uDBFF]$/, '');
    pieces[number === 1 ? name : `${name}_${number}`] = piece;
    from += piece.length;
  }
  return from < text.length ? null : pieces;
}

/** The text of its pieces. */
export function joined(metadata: Metadata, name: string): string {
  let text = metadata[name] ?? '';
  for (let number = 2; metadata[`${name}_${number}`] !== undefined; number += 1) text += metadata[`${name}_${number}`];
  return text;
}
