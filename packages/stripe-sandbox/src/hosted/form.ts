import { z } from 'zod';

import type { HostedPayment } from './pay.ts';
import { hasCheckDigit } from '../rules.ts';

const text = (most: number, message: string) => z.string().trim().min(1, message).max(most, message);
const digits = z.string().transform((typed) => typed.replaceAll(/\D/g, ''));

const card = {
  number: digits.refine((number) => number.length >= 14 && hasCheckDigit(number), 'Your card number is invalid.'),
  code: digits.refine((code) => /^\d{3,4}$/.test(code), "Your card's security code is incomplete."),
  email: z.email('Your email is incomplete.'),
  name: text(120, 'Please enter your full name.'),
  phone: z.string().trim().max(25).default(''),
};

const address = {
  line1: text(120, 'Please enter your address.'),
  line2: z.string().trim().max(120).default(''),
  city: text(80, 'Please enter your city.'),
  state: z.string().trim().max(60).default(''),
  postal_code: text(20, 'Please enter your postal code.'),
  country: z.string().length(2, 'Please choose your country.'),
};

/** 'MM / YY' of a card that is still valid at `now`. */
function expiry(now: Date) {
  return digits.superRefine((typed, check) => {
    const month = Number(typed.slice(0, 2));
    const ends = new Date(2000 + Number(typed.slice(2)), month, 1);
    const refuse = (message: string) => check.addIssue({ code: 'custom', message });
    if (typed.length !== 4) refuse("Your card's expiration date is incomplete.");
    else if (month < 1 || month > 12) refuse("Your card's expiration date is invalid.");
    else if (ends <= now) refuse("Your card's expiration year is in the past.");
  });
}

export type Problems = Record<string, string>;

function problemsOf(error: z.ZodError): Problems {
  return Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

export type Filled = { ok: true; payment: HostedPayment } | { ok: false; problems: Problems };

/** What was typed into the payment page, or a sentence for each field that does not fit. */
export function filledForm(typed: Record<string, string>, countries: readonly string[] | null, now: Date): Filled {
  const person = z.object({ ...card, expiry: expiry(now) }).safeParse(typed);
  const place = countries === null ? null : z.object(address).safeParse(typed);
  const isForeign = place?.success === true && !(countries ?? []).includes(place.data.country);
  if (!person.success || place?.success === false || isForeign) {
    return {
      ok: false,
      problems: {
        ...(person.success ? {} : problemsOf(person.error)),
        ...(place?.success === false ? problemsOf(place.error) : {}),
        ...(isForeign ? { country: 'Please choose your country.' } : {}),
      },
    };
  }
  const { number, email, name, phone } = person.data;
  const to = place?.data ?? null;
  const shipping =
    to === null
      ? null
      : { name, phone: phone || null, address: { ...to, line2: to.line2 || null, state: to.state || null } };
  return { ok: true, payment: { number, email, name, phone: phone || null, shipping } };
}
