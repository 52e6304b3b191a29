import { formatUsd, wholePrice } from '#shared/money.ts';

import type { PromotionKind } from './promotions.ts';

/** Makes some shipping methods free at or above a value of the goods. */
export const freeShippingOver: PromotionKind<{
  minGoodsCents: number;
  what: string;
  methods: readonly string[];
}> = {
  title: 'Free shipping over an amount',
  about: 'From this value of the goods on, after all reductions, the chosen shipping methods cost nothing.',
  fields: {
    minGoodsCents: { type: 'money', label: 'Value of the goods (USD)', usual: 10_000 },
    what: { type: 'text', label: 'What customers read: free ...', usual: 'shipping' },
    methods: { type: 'shipping', label: 'Shipping methods that become free', usual: [] },
  },
  label: ({ minGoodsCents, what }) => `Free ${what} over ${wholePrice(minGoodsCents)}`,
  hint: (goods, { minGoodsCents, what }) =>
    goods < minGoodsCents ? `You are ${formatUsd(minGoodsCents - goods)} away from free ${what}` : null,
  frees: (goods, { minGoodsCents, methods }) => (goods < minGoodsCents ? [] : methods),
};
