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
  lead: `Take the wand home and use it. If it is not for you, send it back within ${days} days of delivery for a full refund.`,
  updatedAt: '2026-11-25',
  sections: [
    {
      id: 'promise',
      title: 'What we promise',
      blocks: [
        {
          list: [
            `A full refund within ${days} days of delivery, also when the wand has been used.`,
            'Free return shipping by a prepaid label.',
            'No restocking fee. When everything of an order comes back, you also get back what you paid for its shipping.',
            'No reason needed. If you tell us one, it helps us to do better.',
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
                ` or at ${site.supportEmail}. Your order number and the email address of the order are all we need. Once the parcel is on its way you can also announce a return yourself: open the order in your account or `,
                { to: '/track', label: 'track it' },
                '.',
              ],
            },
            {
              title: 'Get a label',
              text: 'We send you a prepaid return label by email. Print it, or show it where you hand the parcel in.',
            },
            {
              title: 'Pack and ship',
              text: 'Put the wand and what came with it into a sturdy box, stick the label on and keep the receipt until your refund has arrived.',
            },
            {
              title: 'Refund',
              text: `We process your refund within ${refundProcessingDays} business days of receipt. It is visible within ${refundVisibleDays} business days on your original payment method.`,
            },
          ],
        },
      ],
    },
    {
      id: 'exchanges',
      title: 'Exchanges',
      blocks: [
        'We do not offer exchanges. If you would like another wand, return the one you have and reorder: it is the faster way for you, too.',
      ],
    },
    {
      id: 'damaged',
      title: 'If something arrives damaged',
      blocks: [
        [
          'Write to us on the day you notice it, if you can with a photo, through the ',
          { to: '/contact', label: 'contact page' },
          '. You pay nothing for what went wrong on the way.',
        ],
      ],
    },
    {
      id: 'window',
      title: 'Which day counts',
      blocks: [
        `The ${days} days begin on the day the parcel is delivered, as its tracking shows. It is enough that you contact us within them.`,
        `The card in the box speaks of a ${returnWindowDays}-day guarantee. Where two of our promises differ, the longer one holds: write to us until day ${returnWindowDays} and we refund you in the same way.`,
      ],
    },
    {
      id: 'help',
      title: 'Help with a return',
      blocks: [
        [
          `Our support is here ${site.supportHours} and answers within 24 hours. `,
          { to: '/contact', label: 'Start a return' },
          ' or ',
          { to: '/track', label: 'track your order' },
          '.',
        ],
      ],
    },
  ],
};
