import { stills } from './media.ts';

type CaptureWords = {
  eyebrow: string;
  /** `{discount}` is replaced by the percentage. */
  title: string;
  text: string;
  action: string;
  decline: string;
};

/** Copy of the email dialog by trigger. */
export const capture: Record<'manual' | 'exit-intent' | 'time-based' | 'scroll-based' | 'sold-out', CaptureWords> = {
  manual: {
    eyebrow: 'The glow club',
    title: '{discount} off your wand',
    text: 'Tell us where to send your code. It works once, on anything in your cart.',
    action: 'Send my code',
    decline: 'No, thank you',
  },
  'exit-intent': {
    eyebrow: 'Before you go',
    title: 'Take {discount} with you',
    text: 'No need to decide now. We send you a code, and you have a day to sleep on it.',
    action: 'Send it to me',
    decline: 'Go without it',
  },
  'time-based': {
    eyebrow: 'Nice to have you here',
    title: 'A quiet minute deserves {discount} off',
    text: 'You have been looking around for a while. Let us make the next step a little lighter.',
    action: 'Get my code',
    decline: 'Keep looking',
  },
  'scroll-based': {
    eyebrow: 'Still reading?',
    title: '{discount} for the curious',
    text: 'You have seen half of it already. Here is something for getting this far.',
    action: 'Claim my code',
    decline: 'Read on',
  },
  'sold-out': {
    eyebrow: 'Sold out right now',
    title: 'We write when it is back, with {discount} off',
    text: 'Your code comes at once. Should it run out before the wand returns, the letter that tells you brings a new one.',
    action: 'Notify me',
    decline: 'Not now',
  },
};

export const captureWords = {
  picture: stills.headDusk,
  expiry: 'Expires in 24 hours',
  captured: {
    title: 'Welcome to the glow club! ✨',
    text: 'Check your inbox for your exclusive {discount} discount code.',
  },
  placeholder: 'you@example.com',
};

/**
 * Consent text shown when asking for a code. Changing it or newsletter.consent requires a new
 * version, which is stored with the address.
 */
export const consent = {
  version: '2026-11-21',
  text: 'We use your address for this and, now and then, a letter about the shop. Answer any mail to leave.',
  link: 'Privacy Policy',
};

/** Copy of the code emails, above and about the code. */
export const codeMails = {
  prefix: 'GLOW',
  capture_code: {
    title: 'Here is your {discount} discount',
    text: 'Enter this code at the checkout. It works once, on everything in your cart.',
  },
  back_in_stock: {
    title: 'The wand is back in stock',
    text: 'You asked us to write. With this code you take {discount} off; it works once.',
  },
};

export const newsletter = {
  eyebrow: 'Letters',
  title: 'Stay in the glow',
  text: 'A short letter now and then: what is new, and ways to get the most out of your minute.',
  action: 'Sign up',
  thanks: 'Thank you. You are on the list.',
  consent: 'We use your address for these letters and nothing else. Answer any of them to leave.',
};
