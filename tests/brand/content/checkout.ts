import { site } from './site.ts';

/** Intro below the checkout's heading, shown from the start. */
export const checkoutIntro = 'No account needed. Nothing is charged before you press Pay.';

/** Copy of the checkout without JavaScript, which the card form needs. */
export const checkoutWithoutScripts = {
  title: 'Paying needs JavaScript',
  text: 'Your card goes from your browser to the payment provider alone, and that takes a script. Please allow JavaScript for this shop, and open the checkout again. Your cart is kept.',
  otherwise: 'You cannot? Write to us what you would like and where to send it, and we help you order by email:',
};

/** Trust badges beside the order at the checkout. */
export const checkoutBadges = [
  { icon: 'lock', title: 'Secure Checkout', text: '256-bit SSL encryption' },
  { icon: 'lock', title: 'Safe Payment', text: 'Your card goes to the payment provider only' },
  { icon: 'truck', title: 'Free Shipping', text: 'On all orders' },
  { icon: 'return', title: `${site.guaranteeDays}-Day Returns`, text: 'Money-back guarantee' },
] as const;

export const checkoutGuarantee = {
  title: `${site.guaranteeDays}-day money-back guarantee`,
  text: 'Use it at home. If it is not for you, send it back and get your money back.',
};
