import { stills } from './media.ts';

/** Copy of the exit offer at the checkout, and the name that the order shows for its code. */
export const exitOffer = {
  codeName: 'Welcome Back Discount',
  codePrefix: 'BACK',
  eyebrow: 'Before you go',
  title: 'Stay and take 10% off',
  text: 'Everything you typed is saved. Finish your order now and take 10% off.',
  remaining: 'This offer ends in',
  lastCall: 'This offer ends in one minute.',
  action: 'Apply Discount & Continue',
  decline: "No Thanks, I'll Pass",
  alone: 'Single use, for this order. The offer cannot be combined with other discounts.',
  applied: { title: 'Welcome Back Discount Applied!', description: '10% off has been added to your order' },
  picture: stills.headDusk,
};
