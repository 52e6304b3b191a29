/** Whole US cents. Dollars exist only on the wire and on the screen. */
export type Cents = number;

const thousands = /\B(?=(\d{3})+\.)/g;

/** '$1,234.50' from whole cents. The engine's formatter would have to be built while a page begins to answer. */
export function formatUsd(cents: Cents): string {
  const amount = decimals(Math.abs(cents)).replaceAll(thousands, ',');
  return cents < 0 ? `-$${amount}` : `$${amount}`;
}

/** '$59' of 5,900 cents, '$59.50' of 5,950. */
export function wholePrice(cents: Cents): string {
  return formatUsd(cents).replace(/\.00$/, '');
}

/** '59.00' from whole cents, as machines read prices. */
export const decimals = (cents: Cents) => (cents / 100).toFixed(2);

/** Dollars with at most two decimals, as the wire carries them, from whole cents. */
export function dollars(cents: Cents): number {
  return cents / 100;
}

/** Whole cents from dollars as the wire carries them. */
export const centsFrom = (amount: number): Cents => Math.round(amount * 100);

/** A percentage in basis points (1000 = 10 %) of an amount, rounded half up once. */
export function basisPointsOf(cents: Cents, basisPoints: number): Cents {
  return Math.floor((cents * basisPoints + 5000) / 10_000);
}

/** Splits `total` in proportion to `weights` by largest remainder; the parts add up to `total`, ties go to the earlier part. */
export function allocate(total: Cents, weights: readonly number[]): Cents[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (sum === 0) return weights.map(() => 0);
  const parts = weights.map((weight, index) => {
    const scaled = BigInt(total) * BigInt(weight);
    return { index, cents: Number(scaled / BigInt(sum)), rest: Number(scaled % BigInt(sum)) };
  });
  let left = total - parts.reduce((a, part) => a + part.cents, 0);
  for (const part of parts.toSorted((a, b) => b.rest - a.rest || a.index - b.index)) {
    if (left === 0) break;
    part.cents += 1;
    left -= 1;
  }
  return parts.map((part) => part.cents);
}

/** What a promotion or a code takes off, as text; a code that takes nothing off the goods frees the shipping. */
export function reductionText(cents: Cents): string {
  return cents === 0 ? 'Free shipping' : `-${formatUsd(cents)}`;
}

/** A count as people read it: 12,345. */
export const formatCount = (count: number) => count.toLocaleString('en-US');
