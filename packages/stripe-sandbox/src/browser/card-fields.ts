import { hasCheckDigit } from '../cards.ts';

export const digitsOf = (text: string) => text.replace(/\D/g, '');

export function grouped(digits: string) {
  return (digits.match(/.{1,4}/g) ?? []).join(' ');
}

export function expiryText(digits: string) {
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export function numberProblem(text: string) {
  const number = digitsOf(text);
  if (number.length < 14) return 'Your card number is incomplete.';
  return hasCheckDigit(number) ? '' : 'Your card number is invalid.';
}

export function expiryProblem(text: string) {
  const digits = digitsOf(text);
  if (digits.length < 4) return "Your card's expiration date is incomplete.";
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2, 4));
  if (month < 1 || month > 12) return "Your card's expiration date is invalid.";
  const isPast = new Date(year, month, 1).getTime() <= Date.now();
  return isPast ? "Your card's expiration year is in the past." : '';
}

export function codeProblem(text: string) {
  return digitsOf(text).length < 3 ? "Your card's security code is incomplete." : '';
}
