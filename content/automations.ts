import { site } from './site.ts';

/** Copy of the automated emails. */
export const automations = {
  review: {
    subject: `How is your ${site.name} routine going?`,
    title: 'How is your routine going?',
    text: 'You’ve had your wand for a little while. How is it? Tap a star, add a few honest words, and help the next person decide.',
    stars: 'Tap to rate',
    action: 'Write a review',
    why: 'We send this once per order.',
  },
  abandoned: {
    subject: `You left something at ${site.name}`,
    title: 'Still thinking it over?',
    text: 'Your cart is saved. One tap brings it back, right where you left off.',
    action: 'Return to my cart',
    note: `${site.guaranteeDays} days to try it. Free return label.`,
    /** Versions of the consent in `capture.ts` that cover this email. */
    consentVersions: ['2026-11-21', '2026-11-26'],
    why: 'You agreed to hear from us. We send one reminder per cart.',
  },
  stop: 'Unsubscribe',
};
