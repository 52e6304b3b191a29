import type { Article } from './article.ts';
import { site } from './site.ts';

export const accessibility: Article = {
  title: 'Accessibility Statement',
  lead: 'Everyone should be able to shop here: with a keyboard, a screen reader, large text or reduced motion.',
  updatedAt: '2026-11-26',
  sections: [
    {
      id: 'aim',
      title: 'What we aim for',
      blocks: [
        'We build this shop to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.',
        {
          list: [
            'Everything works with the keyboard alone, and you can always see where the focus is.',
            'Text and controls have enough contrast, and you can zoom to 400% without scrolling sideways.',
            'Forms say what’s missing and how to fix it, next to the field and to screen readers.',
            'Anything that moves can be paused or closed, and stays still if your device asks for reduced motion.',
            'Videos don’t rely on sound, and each has a text description.',
          ],
        },
      ],
    },
    {
      id: 'check',
      title: 'How we check it',
      blocks: [
        'We check every version of the shop with an automated tool (axe), page by page, at phone and desktop sizes and in different states, and we place an order with the keyboard alone.',
        'It hasn’t been audited independently, and we haven’t tested it yet with people who use a screen reader every day.',
      ],
    },
    {
      id: 'limits',
      title: 'Known limitations',
      blocks: [
        {
          list: [
            'The card fields come from our payment provider, who is responsible for their accessibility.',
            'Photos in customer reviews have no text description.',
          ],
        },
      ],
    },
    {
      id: 'contact',
      title: 'Tell us',
      blocks: [
        [
          'If anything keeps you from shopping here, write to us through the ',
          { to: '/contact', label: 'contact page' },
          ' or at ',
          { to: `mailto:${site.supportEmail}`, label: site.supportEmail },
          `. ${site.replyPromise} We’ll help you with your order and fix the page.`,
        ],
      ],
    },
  ],
};
