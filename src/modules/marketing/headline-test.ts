/** Id of the headline test in the database and the audit log. */
export const headlineTestId = 'headline';

export type Variant = 'a' | 'b';

/** Results of one variant: visitors who saw it, and those who then filled a cart. */
export type VariantResult = { visitors: number; conversions: number };

/** Returns the share of visitors who converted, 0 to 1. */
export function conversionRate({ visitors, conversions }: VariantResult): number {
  return visitors === 0 ? 0 : conversions / visitors;
}

/**
 * Returns the area under the normal curve beyond `z` on both sides (Abramowitz and Stegun 26.2.17,
 * error below 1.5e-7).
 */
function twoSidedTail(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z));
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const weights = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
  return Math.min(1, 2 * density * weights.reduce((sum, weight, index) => sum + weight * t ** (index + 1), 0));
}

/**
 * Returns the p-value of the difference between two variants (two-sided pooled test of two
 * proportions). Null if there is too little data: fewer than 10 conversions or 10 non-conversions
 * in either variant.
 */
function pValue(a: VariantResult, b: VariantResult): number | null {
  const enough = [a, b].every(({ visitors, conversions }) => conversions >= 10 && visitors - conversions >= 10);
  if (!enough) return null;
  const pooled = (a.conversions + b.conversions) / (a.visitors + b.visitors);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / a.visitors + 1 / b.visitors));
  return twoSidedTail((conversionRate(a) - conversionRate(b)) / spread);
}

export function verdict(a: VariantResult, b: VariantResult): string {
  const p = pValue(a, b);
  if (p === null) return 'Not enough visits yet to compare.';
  if (p >= 0.05) return `No clear winner yet. A difference this large happens by chance in ${percent(p)} of tests.`;
  const better = conversionRate(a) > conversionRate(b) ? 'A' : 'B';
  return `${better} is winning. A difference this large happens by chance in ${percent(p)} of tests.`;
}

function percent(share: number): string {
  return share < 0.001 ? 'less than 0.1%' : `${(share * 100).toFixed(1)}%`;
}
