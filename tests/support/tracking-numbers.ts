/** Returns a USPS tracking number with its check digit. Numbers of other seeds differ. */
export function uspsNumber(seed: number): string {
  const serial = `94001118992238${String(seed).padStart(7, '0')}`;
  const sum = Array.from(serial, Number)
    .toReversed()
    .reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
  return `${serial}${(10 - (sum % 10)) % 10}`;
}

/** Returns a UPS tracking number with its check digit. */
export function upsNumber(seed: number): string {
  const serial = `9990010${String(seed).padStart(8, '0')}`;
  const sum = Array.from(serial, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 2), 0);
  return `1Z${serial}${(10 - (sum % 10)) % 10}`;
}
