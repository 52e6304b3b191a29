import type { Article } from './article.ts';
import { site } from './site.ts';

export const accessibility: Article = {
  title: 'Accessibility Statement',
  lead: 'Everyone should be able to shop here: with a keyboard, a screen reader, large text, or little patience for motion.',
  updatedAt: '2026-11-21',
  sections: [
    {
      id: 'aim',
      title: 'What we aim for',
      blocks: [
        'We build this shop to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.',
        {
          list: [
            'Everything works with the keyboard alone, and the place of the focus is always visible.',
            'Text and controls have enough contrast, and the page can be enlarged to 400 % without scrolling sideways.',
            'Forms say what is missing and how to put it right, beside the field and to screen readers.',
            'Moving things can be paused or closed, and stay still when your device asks for less motion.',
            'Clips have no sound that matters; each is described in words.',
          ],
        },
      ],
    },
    {
      id: 'check',
      title: 'How we check it',
      blocks: [
        'Each version of the shop is checked by a program (axe) on its pages, in phone and desktop sizes and in their different states, and is operated with the keyboard alone from the landing page to the paid order.',
        'It has not been audited by an independent body. We have not yet tested it with people who use a screen reader every day.',
      ],
    },
    {
      id: 'limits',
      title: 'What we know does not work well yet',
      blocks: [
        {
          list: [
            'The fields for card details belong to our payment provider, who answers for their accessibility.',
            'Photos in customer reviews have no description in words.',
          ],
        },
      ],
    },
    {
      id: 'contact',
      title: 'Tell us',
      blocks: [
        [
          'If something keeps you from shopping here, write to us through the ',
          { to: '/contact', label: 'contact page' },
          ' or at ',
          { to: `mailto:${site.supportEmail}`, label: site.supportEmail },
          `. ${site.replyPromise} We will help you with your order and repair the page.`,
        ],
      ],
    },
  ],
};
