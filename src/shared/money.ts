/** Whole US cents. Dollars exist only on the wire and on the screen. */
export type Cents = number;

const thousands = /\B(?=(\d{3}){1,6}(\.|$))/g;

/**
 * Returns '$1,234.50' from whole cents. Avoids Intl.NumberFormat: the first one takes 30 ms, in the
 * server's first response and in a browser's hydration.
 */
export function formatUsd(cents: Cents): string {
  const amount = decimals(Math.abs(cents)).replaceAll(thousands, ',');
  return cents < 0 ? `-$${amount}` : `$${amount}`;
}

/** Returns '$59' for 5,900 cents and '$59.50' for 5,950. */
export function wholePrice(cents: Cents): string {
  return formatUsd(cents).replace(/\.00$/, '');
}

/** Returns '59.00' from whole cents, the machine-readable price format. */
export const decimals = (cents: Cents) => (cents / 100).toFixed(2);

/** Returns dollars with at most two decimals, the wire format, from whole cents. */
export function centsToDollars(cents: Cents): number {
  return cents / 100;
}

/** Returns whole cents from dollars in wire format. */
export const dollarsToCents = (amount: number): Cents => Math.round(amount * 100);

/** Returns a percentage of an amount in basis points (1000 = 10 %), rounded half up once. */
export function basisPointsOf(cents: Cents, basisPoints: number): Cents {
  return Math.floor((cents * basisPoints + 5000) / 10_000);
}

/** Returns the share `part / whole` of an amount, rounded half up once. 0 if `whole` is. */
export function shareOf(cents: Cents, part: number, whole: number): Cents {
  if (whole <= 0) return 0;
  const twice = 2n * BigInt(cents) * BigInt(part) + BigInt(whole);
  return Number(twice / (2n * BigInt(whole)));
}

/**
 * Splits `total` in proportion to `weights` by largest remainder. The parts add up to `total`; ties
 * go to the earlier part.
 */
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

/**
 * Returns the reduction by a promotion or code as text. A code that takes nothing off the goods
 * makes the shipping free.
 */
export function reductionText(cents: Cents): string {
  return cents === 0 ? 'Free shipping' : `-${formatUsd(cents)}`;
}

/** Returns a whole count with separators: 12,345. */
export const formatCount = (count: number) => String(count).replaceAll(thousands, ',');
