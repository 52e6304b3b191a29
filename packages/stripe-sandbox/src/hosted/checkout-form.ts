import { z } from 'zod';

import type { HostedPayment } from './pay-session.ts';
import { codeProblem, digitsOf, expiryProblem, numberProblem } from '../browser/card-fields.ts';

const text = (max: number, message: string) => z.string().trim().min(1, message).max(max, message);

/** A text that is valid if `problem` returns ''. */
function checked(problem: (typed: string) => string) {
  return z.string().superRefine((typed, check) => {
    const message = problem(typed);
    if (message !== '') check.addIssue({ code: 'custom', message });
  });
}

const person = z.object({
  number: checked(numberProblem).transform(digitsOf),
  expiry: checked(expiryProblem),
  code: checked(codeProblem),
  email: z.email('Your email is incomplete.'),
  name: text(120, 'Please enter your full name.'),
  phone: z.string().trim().max(25).default(''),
});

const addressIn = (countries: readonly string[]) =>
  z.object({
    line1: text(120, 'Please enter your address.'),
    line2: z.string().trim().max(120).default(''),
    city: text(80, 'Please enter your city.'),
    state: z.string().trim().max(60).default(''),
    postal_code: text(20, 'Please enter your postal code.'),
    country: z.enum(countries, 'Please choose your country.'),
  });

export type Problems = Record<string, string>;

export type Filled = { ok: true; payment: HostedPayment } | { ok: false; problems: Problems };

/** Returns the payment of a filled form, or a message for each invalid field. */
export function filledForm(typed: Record<string, string>, countries: readonly string[] | null): Filled {
  const read = z
    .object({ payer: person, to: countries === null ? z.null() : addressIn(countries) })
    .safeParse({ payer: typed, to: countries === null ? null : typed });
  if (!read.success) {
    const problems = read.error.issues.toReversed().map(({ path, message }) => [path.at(-1), message]);
    return { ok: false, problems: Object.fromEntries(problems) };
  }
  const { payer, to } = read.data;
  const { number, email, name, phone } = payer;
  const shipping =
    to === null
      ? null
      : { name, phone: phone || null, address: { ...to, line2: to.line2 || null, state: to.state || null } };
  return { ok: true, payment: { number, email, name, phone: phone || null, shipping } };
}
