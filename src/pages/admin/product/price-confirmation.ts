import type { Comparison } from '#modules/catalog/edit-product.server.ts';
import { referenceDays } from '#modules/catalog/price-history.ts';
import { longDay } from '#shared/shop-time.ts';
import { wholePrice, type Cents } from '#shared/money.ts';

/** Question before prices are saved that change what shoppers see beside the price. */
export type PriceQuestion = { question: string; note: string; keep: string };

type Prices = Comparison & {
  /** Price per unit as stored, and as typed. */
  fromCents: Cents;
  toCents: Cents;
};

/** Reference price and saving, as the shop shows them. */
const shown = (compared: Cents, price: Cents) => `“${wholePrice(compared)}, Save ${wholePrice(compared - price)}”`;

function changeText({ fromCents, toCents }: Prices): string {
  if (fromCents === toCents) return 'Save these prices?';
  return `${toCents > fromCents ? 'Raise' : 'Lower'} to ${wholePrice(toCents)}?`;
}

/** Returns the question, what the law makes of these prices, and the label of the other choice. */
export function priceQuestion(prices: Prices): PriceQuestion {
  const { nowCents, thenCents, lowestCents: minCents, until, fromCents, toCents } = prices;
  const now = nowCents === null ? 'no savings' : shown(nowCents, fromCents);
  const effect =
    thenCents === null
      ? `Shoppers will no longer see ${now}.`
      : `Shoppers will see ${shown(thenCents, toCents)} instead of ${now}.`;
  const lowest =
    minCents === null
      ? ''
      : `The lowest price in the last ${referenceDays} days is ${wholePrice(minCents)}. Sales that start before ${longDay(until)} are compared with it. `;
  return {
    question: `${changeText(prices)} ${effect}`,
    note: `${lowest}If you undo the change within an hour, before anyone buys, it isn’t recorded.`,
    keep: `Keep ${wholePrice(fromCents)}`,
  };
}
