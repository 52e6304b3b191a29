import { formatUsd, type Cents } from '#shared/money.ts';

/** '$59' of 5,900 cents, '$59.50' of 5,950. */
export function wholePrice(cents: Cents): string {
  return formatUsd(cents).replace(/\.00$/, '');
}
