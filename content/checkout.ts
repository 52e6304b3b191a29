import { site } from './site.ts';

/** Beside the order at the checkout. */
export const checkoutBadges = [
  { icon: 'lock', title: 'Secure Checkout', text: '256-bit SSL encryption' },
  { icon: 'lock', title: 'Safe Payment', text: 'Your card goes to the payment provider only' },
  { icon: 'truck', title: 'Free Shipping', text: 'On all orders' },
  { icon: 'return', title: `${site.guaranteeDays}-Day Returns`, text: 'Money-back guarantee' },
] as const;
