/**
 * How the sandbox's form writes a card and what it says of one that cannot be. Sent to browsers as its own source, so it
 * refers to nothing outside itself.
 */
export function cardRules() {
  const digitsOf = (text: string) => text.replace(/\D/g, '');

  function grouped(digits: string) {
    return (digits.match(/.{1,4}/g) ?? []).join(' ');
  }

  function expiryText(digits: string) {
    return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
  }

  function hasCheckDigit(number: string) {
    let sum = 0;
    for (let place = 0; place < number.length; place += 1) {
      const value = Number(number[number.length - 1 - place]) * (place % 2 === 1 ? 2 : 1);
      sum += value > 9 ? value - 9 : value;
    }
    return number.length >= 12 && sum % 10 === 0;
  }

  function numberProblem(text: string) {
    const number = digitsOf(text);
    if (number.length < 14) return 'Your card number is incomplete.';
    return hasCheckDigit(number) ? '' : 'Your card number is invalid.';
  }

  function expiryProblem(text: string) {
    const digits = digitsOf(text);
    if (digits.length < 4) return "Your card's expiration date is incomplete.";
    const month = Number(digits.slice(0, 2));
    const year = 2000 + Number(digits.slice(2, 4));
    if (month < 1 || month > 12) return "Your card's expiration date is invalid.";
    const isPast = new Date(year, month, 1).getTime() <= Date.now();
    return isPast ? "Your card's expiration year is in the past." : '';
  }

  function codeProblem(text: string) {
    return digitsOf(text).length < 3 ? "Your card's security code is incomplete." : '';
  }

  return { digitsOf, grouped, expiryText, numberProblem, expiryProblem, codeProblem };
}

export type CardRules = ReturnType<typeof cardRules>;
