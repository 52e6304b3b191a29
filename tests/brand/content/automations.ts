import { site } from './site.ts';

/** Copy of the automated e-mails. */
export const automations = {
  review: {
    subject: `How is your ${site.name} routine going?`,
    title: 'How is your routine going?',
    text: 'Your stone has been with you for a little while now. Would you tell others what it is like to use? A few honest words help, whatever they are.',
    action: 'Write a review',
    why: 'You get this one letter because you bought from us. We ask once per order.',
  },
  abandoned: {
    subject: `You left something at ${site.name}`,
    title: 'Still thinking it over?',
    text: 'You left something at the checkout. One press puts it back into your cart, in case you would like to come back to it.',
    action: 'Open my cart',
    /** Versions of the consent in `capture.ts` that cover this e-mail. */
    consentVersions: ['2026-11-21'],
    why: 'You get this one letter because you agreed to hear from us. We remind you once.',
  },
  stop: 'Stop these letters',
};
