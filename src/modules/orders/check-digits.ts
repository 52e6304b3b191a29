/** Form of some tracking numbers, with the check that a right number of this form passes. */
export type NumberCheck = { form: RegExp; isRight: (trackingNumber: string) => boolean };

const digitsOf = (text: string) => Array.from(text, Number);

/** Adds up digits, each times its weight from the left. Weights start again after the last one. */
const weighted = (digits: readonly number[], weights: readonly number[]) =>
  digits.reduce((sum, value, at) => sum + value * (weights[at % weights.length] ?? 0), 0);

const lastDigit = (text: string) => Number(text.at(-1));

/** True if the last digit rounds up the sum of the others, weighted 3 1 from the right, to tens. */
const passesMod10 = (digits: string) =>
  (10 - (weighted(digitsOf(digits.slice(0, -1)).toReversed(), [3, 1]) % 10)) % 10 === lastDigit(digits);

/**
 * True if the last digit is the weighted sum of the others, from the right 1 3 7, modulo 11 and 10.
 */
const passesMod11 = (digits: string) =>
  (weighted(digitsOf(digits.slice(0, -1)).toReversed(), [1, 3, 7]) % 11) % 10 === lastDigit(digits);

const s10Weights = [8, 6, 4, 2, 3, 5, 9, 7];

/** Universal Postal Union S10: two letters, nine digits, country. */
function passesS10(trackingNumber: string): boolean {
  const rest = 11 - (weighted(digitsOf(trackingNumber.slice(2, 10)), s10Weights) % 11);
  return Number(trackingNumber.at(10)) === (rest === 10 ? 0 : rest === 11 ? 5 : rest);
}

/** Value of a letter or digit of a UPS number. A is 2, B is 3, and so on, modulo 10. */
const upsValue = (sign: string) => (/\d/.test(sign) ? Number(sign) : ((sign.codePointAt(0) ?? 0) - 3) % 10);

function passesUps(trackingNumber: string): boolean {
  const sum = weighted(Array.from(trackingNumber.slice(2, -1), upsValue), [1, 2]);
  return (10 - (sum % 10)) % 10 === lastDigit(trackingNumber);
}

/*
 * Forms and checks as https://github.com/jkeen/tracking_number_data collects them, with numbers
 * that carriers issued. Numbers of other forms have no check digit, or none that is published.
 */
export const postalChecks: readonly NumberCheck[] = [{ form: /^[A-Z]{2}\d{9}[A-Z]{2}$/, isRight: passesS10 }];

export const upsChecks: readonly NumberCheck[] = [{ form: /^1Z[A-Z0-9]{15}\d$/, isRight: passesUps }];

export const uspsChecks: readonly NumberCheck[] = [
  ...postalChecks,
  { form: /^9[1-5](?:\d{18}|\d{20}|\d{24})$/, isRight: passesMod10 },
  // Labels of this length leave the 91 in front of some numbers out.
  { form: /^(?!9[1-5])\d{20}$/, isRight: (digits) => passesMod10(digits) || passesMod10(`91${digits}`) },
];

export const fedexChecks: readonly NumberCheck[] = [
  { form: /^\d{12}$/, isRight: passesMod11 },
  { form: /^\d{15}$/, isRight: passesMod10 },
  { form: /^96\d{20}$/, isRight: (digits) => passesMod10(digits.slice(-15)) },
  { form: /^92\d{20}$/, isRight: passesMod10 },
  { form: /^\d{34}$/, isRight: (digits) => passesMod11(digits.slice(-14)) },
];

export const canadaPostChecks: readonly NumberCheck[] = [...postalChecks, { form: /^\d{16}$/, isRight: passesMod10 }];

export const dhlChecks: readonly NumberCheck[] = [
  ...postalChecks,
  { form: /^\d{10}$/, isRight: (digits) => Number(digits.slice(0, -1)) % 7 === lastDigit(digits) },
];
