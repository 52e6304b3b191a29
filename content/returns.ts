import type { Article } from './article.ts';
import { promises, site } from './site.ts';

const { guaranteeDays: days, returnWindowDays } = site;
const { refundProcessingDays, refundVisibleDays } = promises;

/** Four promises above the return policy. */
export const returnPromises = [
  { title: 'Full refund', text: `Within ${days} days of delivery` },
  { title: 'Free return shipping', text: 'With a prepaid label from us' },
  { title: 'No restocking fee', text: 'You get back what you paid' },
  { title: 'Quick refund', text: `Processed within ${refundProcessingDays} business days of receipt` },
];

export const startReturn = { to: '/contact', label: 'Start a return' };

export const returns: Article = {
  title: `${days}-Day Risk-Free Return Policy`,
  lead: `Take the wand home and use it. If it’s not for you, send it back within ${days} days of delivery for a full refund.`,
  updatedAt: '2026-11-25',
  sections: [
    {
      id: 'promise',
      title: 'What we promise',
      blocks: [
        {
          list: [
            `A full refund within ${days} days of delivery, even if you’ve used the wand.`,
            'Free return shipping with a prepaid label.',
            'No restocking fee. If you send back the whole order, we also refund what you paid for shipping.',
            'No reason needed. If you tell us why, it helps us do better.',
          ],
        },
      ],
    },
    {
      id: 'steps',
      title: 'How to return it',
      blocks: [
        {
          steps: [
            {
              title: 'Contact support',
              text: [
                'Write to us through the ',
                { to: '/contact', label: 'contact page' },
                ` or at ${site.supportEmail}. All we need is your order number and its email address. Once the package has shipped, you can also start a return yourself: open the order in your account or `,
                { to: '/track', label: 'track it' },
                '.',
              ],
            },
            {
              title: 'Get a label',
              text: 'We email you a prepaid return label. Print it, or show it where you drop off the package.',
            },
            {
              title: 'Pack and ship',
              text: 'Put the wand and everything that came with it in a sturdy box, stick on the label, and keep the receipt until your refund arrives.',
            },
            {
              title: 'Refund',
              text: `We process your refund within ${refundProcessingDays} business days of receipt. You’ll see it within ${refundVisibleDays} business days on your original payment method.`,
            },
          ],
        },
      ],
    },
    {
      id: 'exchanges',
      title: 'Exchanges',
      blocks: [
        'We don’t offer exchanges. If you’d like another wand, return the one you have and reorder. It’s faster for you, too.',
      ],
    },
    {
      id: 'damaged',
      title: 'If something arrives damaged',
      blocks: [
        [
          'Write to us as soon as you notice, with a photo if you can, through the ',
          { to: '/contact', label: 'contact page' },
          '. You pay nothing for damage in transit.',
        ],
      ],
    },
    {
      id: 'window',
      title: 'How the days are counted',
      blocks: [
        `The ${days} days start on the delivery date in the tracking. Contact us within them and you’re in time.`,
        `The card in the box says ${returnWindowDays} days. We honor it: return the wand until day ${returnWindowDays} and you get the same refund.`,
      ],
    },
    {
      id: 'help',
      title: 'Help with a return',
      blocks: [
        [
          `We’re here ${site.supportHours} and reply within 24 hours. `,
          { to: '/contact', label: 'Start a return' },
          ' or ',
          { to: '/track', label: 'track your order' },
          '.',
        ],
      ],
    },
  ],
};
