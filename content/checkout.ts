import { site } from './site.ts';

/** Intro below the checkout's heading, shown from the start. */
export const checkoutIntro = 'No account needed. Nothing is charged before you press Pay.';

/** Copy of the checkout without JavaScript, which the card form needs. */
export const checkoutWithoutScripts = {
  title: 'Paying needs JavaScript',
  text: 'Your card details go straight from your browser to the payment provider, and that needs JavaScript. Please allow it for this shop and open the checkout again. Your cart is saved.',
  otherwise: 'Can’t do that? Tell us what you’d like and where to send it, and we’ll help you order by email:',
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
  text: 'Use it at home. If it’s not for you, send it back for a full refund.',
};
