/**
 * The way on after a checkout has ended. `order`: see it. `wait`: for the payment. `reserve`: the
 * goods again, in the form. `link`: open the payment link. `try`: again, here. `checkout`: open the
 * one of the present cart. `track`: look the order up. `contact`: ask for a new link. `shop`: buy
 * something.
 */
export type WayOn =
  | 'order'
  | 'wait'
  | 'reserve'
  | 'link'
  | 'try'
  | 'checkout'
  | 'sign-in'
  | 'track'
  | 'contact'
  | 'shop';

type End = { title: string; message: string; way: WayOn };

/**
 * Every way in which a checkout ends or stops being payable: the one description for all calls and
 * pages. A sentence says only what is true in each state that leads to it.
 */
export const checkoutEnds = {
  paid_already: { title: 'Already paid', message: 'This order has already been paid.', way: 'order' },
  placed_already: { title: 'Already placed', message: 'This order has already been placed.', way: 'order' },
  being_paid: {
    title: 'Your payment is being processed',
    message: 'Your payment is being processed. Please wait for its result.',
    way: 'wait',
  },
  at_provider: {
    title: 'Your order is open on the payment page',
    message: 'This order is open on the payment provider’s page. Please finish it or go back there, then try again.',
    way: 'try',
  },
  paid_by_link: {
    title: 'This order is paid',
    message: 'This order has already been paid with its payment link. Nothing more is charged.',
    way: 'track',
  },
  being_paid_by_link: {
    title: 'This order is being paid',
    message: 'This order is being paid with its payment link in another browser. Please wait for the result there.',
    way: 'try',
  },
  link_withdrawn: {
    title: 'This link has been withdrawn',
    message: 'The payment link of this order was withdrawn, so it can no longer be paid.',
    way: 'contact',
  },
  link_expired: {
    title: 'This link has expired',
    message: 'The payment link of this order has expired, so it can no longer be paid.',
    way: 'contact',
  },
  link_moved: {
    title: 'This order continues elsewhere',
    message:
      'This order can only be paid where its payment link was opened last. To pay it in this browser, please open the link again.',
    way: 'link',
  },
  link_emptied: {
    title: 'Nothing is left in this order',
    message: 'Everything was taken out of this order. To fill it again, please open its payment link again.',
    way: 'link',
  },
  order_emptied: {
    title: 'Nothing is left in this order',
    message: 'Everything was taken out of this order, so there is nothing to pay.',
    way: 'shop',
  },
  cart_empty: { title: 'Your cart is empty', message: 'Your cart is empty.', way: 'shop' },
  cart_gone: {
    title: 'This order has ended',
    message:
      'The cart of this order no longer exists: it was joined with another cart or deleted. Please open the checkout again to see what is in your cart.',
    way: 'checkout',
  },
  signed_out: {
    title: 'This browser is no longer recognized',
    message:
      'This order can no longer be changed or paid here: you were signed out, or cookies were cleared. Please sign in, or fill your cart again.',
    way: 'sign-in',
  },
  not_yours: {
    title: 'This order cannot be paid here',
    message:
      'This order does not belong to the account or cart that this browser uses now, so it cannot be paid here. You can open the checkout of your own cart.',
    way: 'checkout',
  },
  not_found: {
    title: 'This order cannot be found',
    message: 'The shop does not have this order. Please open the checkout again to see what is in your cart.',
    way: 'checkout',
  },
  not_for_sale: {
    title: 'Not for sale at the moment',
    message:
      'What you are buying is not for sale at the moment. Nothing was charged, and everything you typed is still here.',
    way: 'try',
  },
  too_many_declines: {
    title: 'Your payment was declined',
    message:
      'Your payment was declined five times, and nothing was charged. Please ask your bank, and try again in 10 minutes.',
    way: 'try',
  },
  expired: {
    title: 'Your items are no longer reserved',
    message: 'Your items are no longer reserved. Please reserve them again.',
    way: 'reserve',
  },
} as const satisfies Record<string, End>;

export type CheckoutEnd = keyof typeof checkoutEnds;

export const isCheckoutEnd = (reason: string): reason is CheckoutEnd => Object.hasOwn(checkoutEnds, reason);

/** True if an end replaces the form. The goods of an expired checkout are reserved in the form. */
export const endsPage = (reason: string): reason is CheckoutEnd => isCheckoutEnd(reason) && reason !== 'expired';

/** Ends of a checkout that is not the visitor's, or that does not exist. */
const foreign: ReadonlySet<string> = new Set<CheckoutEnd>([
  'paid_by_link',
  'being_paid_by_link',
  'link_moved',
  'cart_gone',
  'signed_out',
  'not_yours',
  'not_found',
]);

/** HTTP status of an end: 404 for a checkout that the visitor does not have. */
export const endStatus = (reason: string): 404 | 422 => (foreign.has(reason) ? 404 : 422);

/** State of the payment link that opens a cart. */
export type LinkState = 'usable' | 'being_paid' | 'paid' | 'withdrawn' | 'expired';

type State = 'open' | 'awaiting_payment' | 'payment_processing' | 'completed' | 'expired';

/** `isFree`: it was never charged. `isAtProvider`: it is paid on the provider's page. */
type Standing = { state: State; isAtProvider: boolean; isFree: boolean };

/** Facts about a checkout, or about a cart without one. */
export type EndFacts = {
  /** False for a browser that sends neither a sign-in nor the cookie of a cart. */
  hasIdentity: boolean;
  /** Null if the cart does not exist. */
  cart: { kind: 'regular' | 'buy_now' | 'link'; isOwn: boolean; lines: 'none' | 'not_for_sale' | 'some' } | null;
  /** Null if no link opens the cart. */
  link: LinkState | null;
  /** `isOver`: its time is up. */
  checkout: (Standing & { isOver: boolean }) | null;
};

const ofLink: Record<LinkState, CheckoutEnd> = {
  usable: 'link_moved',
  being_paid: 'being_paid_by_link',
  paid: 'paid_by_link',
  withdrawn: 'link_withdrawn',
  expired: 'link_expired',
};

function foreignEnd({ cart, link, checkout, hasIdentity }: EndFacts): CheckoutEnd {
  if (link !== null) return ofLink[link];
  if (cart === null) return checkout === null ? 'not_found' : 'cart_gone';
  // A visitor who never had the checkout has no reason to know its id.
  return hasIdentity || checkout === null ? 'not_yours' : 'signed_out';
}

function emptyEnd({ cart, link }: EndFacts): CheckoutEnd {
  if (link === 'withdrawn' || link === 'expired') return ofLink[link];
  if (link !== null) return 'link_emptied';
  return cart?.kind === 'buy_now' ? 'order_emptied' : 'cart_empty';
}

/** True if a checkout whose time is up may still wait for the bank's answer. */
export const isAtBank = (checkout: EndFacts['checkout']): boolean =>
  checkout?.state === 'awaiting_payment' && checkout.isOver;

/**
 * Returns why a checkout is closed to changes and payments by its own state, or null if it is not.
 * Callers check whether its time is up.
 */
export function closedBy({ state, isAtProvider, isFree }: Standing) {
  if (state === 'completed') return isFree ? 'placed_already' : 'paid_already';
  if (state === 'payment_processing') return 'being_paid';
  return isAtProvider && state === 'awaiting_payment' ? 'at_provider' : null;
}

/** Returns why a checkout cannot be changed or paid, or null if it can. */
export function endFrom(facts: EndFacts): CheckoutEnd | null {
  const { cart, checkout } = facts;
  if (cart?.isOwn !== true) return foreignEnd(facts);
  const closed = checkout === null ? null : closedBy(checkout);
  if (closed !== null) return closed;
  if (cart.lines === 'none') return isAtBank(checkout) ? 'being_paid' : emptyEnd(facts);
  if (cart.lines === 'not_for_sale') return 'not_for_sale';
  return checkout?.isOver === true ? 'expired' : null;
}
