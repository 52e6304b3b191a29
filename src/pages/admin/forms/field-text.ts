/** '59.00' of 5,900 cents, as a field shows it. */
export function amountText(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2);
}

/** A moment as a date field shows it, in UTC. */
export function momentText(date: Date | null): string {
  return date === null ? '' : date.toISOString().slice(0, 16);
}
