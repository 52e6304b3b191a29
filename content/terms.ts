import type { Article } from './article.ts';
import { site } from './site.ts';

const days = site.guaranteeDays;

export const terms: Article = {
  title: 'Terms of Service',
  lead: `The rules between you and ${site.name}, in plain English.`,
  updatedAt: '2026-11-26',
  sections: [
    {
      id: 'acceptance',
      title: 'Acceptance of these terms',
      blocks: [
        'By using this website or placing an order, you accept these terms. If you don’t agree with them, please don’t order. The terms published here on the day of your order apply to it.',
      ],
    },
    {
      id: 'product',
      title: 'Product information',
      blocks: [
        [
          `We sell one product, the ${site.product}. We describe it as accurately as we can. Its specifications are on the `,
          { to: '/product', label: 'product page' },
          ' and on the ',
          { to: '/science', label: 'science page' },
          '.',
        ],
        `${site.imageNote} Colors can look different on your screen. If the wand isn’t what you expected, the guarantee below covers you.`,
      ],
    },
    {
      id: 'cosmetic',
      title: 'Cosmetic use only',
      blocks: [
        { note: site.disclaimer },
        'Results vary, and we don’t promise any. Don’t look into the light. If you’re pregnant, sensitive to light, taking medication that makes you sensitive to light, or being treated for a skin condition, ask your doctor before you use the wand. Stop using it if your skin reacts.',
      ],
    },
    {
      id: 'orders',
      title: 'Orders and payment',
      blocks: [
        {
          list: [
            'All prices are in US dollars (USD), for every country. You see the total, with shipping and tax, before you pay.',
            'Payments are handled by a card payment provider. We never see your full card number.',
            'Your order is placed when you see its number and we confirm it by email.',
            'If we can’t fulfill an order, we’ll tell you and refund what you paid.',
            'We aren’t bound by an obvious error in a price or description. We’ll tell you before anything ships.',
          ],
        },
      ],
    },
    {
      id: 'guarantee',
      title: `${days}-day money-back guarantee`,
      blocks: [
        [
          `Send the wand back within ${days} days of delivery for a full refund, with free return shipping and no restocking fee. The details are in the `,
          { to: '/return-policy', label: 'return policy' },
          '.',
        ],
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      blocks: [
        'We’re liable for our mistakes as the law provides. Beyond that, to the extent the law allows, we aren’t liable for indirect damages or for use of the wand contrary to its quick start guide, and our liability for an order is limited to what you paid for it. Your rights as a consumer under the law aren’t affected.',
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
          `. We’re here ${site.supportHours}.`,
        ],
      ],
    },
  ],
};
