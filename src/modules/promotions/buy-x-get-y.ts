import type { PromotionKind } from './promotions.ts';

/** Makes the `free` cheapest of every `buy` + `free` units on sale free. */
export const buyXGetY: PromotionKind<{ buy: number; free: number }> = {
  title: 'Buy X get Y free',
  about: 'Some units are free, the cheapest first, without a code. It runs for products with a sale price.',
  fields: {
    buy: { type: 'count', label: 'Units to buy', usual: 2 },
    free: { type: 'count', label: 'Units free', usual: 1 },
  },
  label: ({ buy, free }) => `Buy ${buy} Get ${free} Free`,
  off(lines, { buy, free }) {
    const units = lines.reduce((sum, line) => sum + (line.promoted ? line.quantity : 0), 0);
    let left = Math.floor(units / (buy + free)) * free + Math.max(0, (units % (buy + free)) - buy);
    const shares = lines.map(() => 0);
    const cheapestFirst = lines
      .map((line, index) => ({ ...line, index }))
      .filter((line) => line.promoted)
      .toSorted((a, b) => a.unitPriceCents - b.unitPriceCents || a.index - b.index);
    for (const line of cheapestFirst) {
      const freeHere = Math.min(left, line.quantity);
      shares[line.index] = freeHere * line.unitPriceCents;
      left -= freeHere;
    }
    return shares;
  },
};
