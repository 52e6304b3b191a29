import type { Article } from './article.ts';
import { site } from './site.ts';

const days = site.guaranteeDays;

export const terms: Article = {
  title: 'Terms of Service',
  lead: `The rules between you and ${site.name}, in plain words.`,
  updatedAt: '2026-11-21',
  sections: [
    {
      id: 'acceptance',
      title: 'Acceptance of these terms',
      blocks: [
        'By using this website or placing an order you accept these terms. If you do not agree with them, please do not order. The terms that stand here on the day of your order are the ones that hold for it.',
      ],
    },
    {
      id: 'product',
      title: 'Product information',
      blocks: [
        [
          `We sell one product, the ${site.product}. We describe it as exactly as we can; its figures are on the `,
          { to: '/product', label: 'product page' },
          ' and on the ',
          { to: '/science', label: 'science page' },
          '.',
        ],
        `${site.imageNote} Colours can look different on your screen. If the wand is not what you expected, the guarantee below is there for you.`,
      ],
    },
    {
      id: 'cosmetic',
      title: 'Cosmetic use only',
      blocks: [
        { note: site.disclaimer },
        'Results differ from person to person, and we promise none. Do not look into the light. If you are pregnant, sensitive to light, take medicines that make you so, or are under treatment for your skin, ask your doctor before you use the wand. Stop using it if your skin reacts.',
      ],
    },
    {
      id: 'orders',
      title: 'Orders and payment',
      blocks: [
        {
          list: [
            'All prices are in US dollars (USD), for every country. The total, with shipping and tax, is shown before you pay.',
            'Payments are handled by a card payment provider. We never see your full card number.',
            'Your order is placed when you see its number and we confirm it by email.',
            'If we cannot fulfil an order, we tell you and refund what you paid for it.',
            'An obvious error in a price or a text does not bind us. We tell you before anything is shipped.',
          ],
        },
      ],
    },
    {
      id: 'guarantee',
      title: `${days}-day money-back guarantee`,
      blocks: [
        [
          `Send the wand back within ${days} days of delivery for a full refund, with free return shipping and no restocking fee. How it works stands in the `,
          { to: '/return-policy', label: 'return policy' },
          '.',
        ],
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      blocks: [
        'We answer for what we do wrong as the law provides. Beyond that, and as far as the law allows, we are not liable for indirect damage or for use of the wand against its quick start guide, and our liability for an order is limited to what you paid for it. Rights that you have by law as a consumer remain as they are.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      blocks: [
        [
          'Questions about these terms? Write to us through the ',
          { to: '/contact', label: 'contact page' },
          ' or at ',
          { to: `mailto:${site.supportEmail}`, label: site.supportEmail },
          `. Our support is here ${site.supportHours}.`,
        ],
      ],
    },
  ],
};
