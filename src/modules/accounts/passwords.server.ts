import { site } from '#content/site.ts';
import { publishedSite } from '#modules/content/content.server.ts';
import type { Site } from '#modules/content/site.schema.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';

import { passwordMax } from './account.ts';
import { judge, type Verdict } from './password-judge.server.ts';
import { tooManyAttempts } from './sign-in.ts';

/**
 * Estimated guesses below which a password counts as common: one known word with a simple addition.
 */
const minGuesses = 100_000;
/** The same for a password with a word that an attacker tries first for this person. */
const minGuessesWithWord = 10_000_000;
/** Guesses that a symbol before or after a password adds: attackers try the usual ones. */
const guessesPerSymbol = 10;

/**
 * Returns log10 of the guesses needed to find a secret, estimated from its first 48 characters.
 * `words` are those that an attacker tries first.
 */
export async function guessesLog10(secret: string, words: string[]): Promise<number> {
  const [verdict] = await judge([secret], [...wordsOf({}), ...words]);
  return Math.log10(verdict?.guesses ?? 0);
}

/** Verdict on no text. */
const nothing: Verdict = { guesses: 0, isWord: false, usesWords: false };

const commonProblem = 'This password is among the most common ones. Choose another.';
const personalProblem =
  'This password is easy to guess: it is made of your name, your email address or the name of the shop. Choose another.';

/** True for a message that refuses an easily guessed password. */
export const isGuessableProblem = (message: string) => [commonProblem, personalProblem].includes(message);

/** Person who chooses a password, and the shop. An attacker knows both. */
export type Owner = { email?: string; name?: string; shop?: Pick<Site, 'name' | 'product'> };

/**
 * Returns words that an attacker tries first for this person: from the shop, the email address and
 * the name. Uses the default shop for secrets, which are checked before the database is open.
 */
function wordsOf({ email = '', name = '', shop = site }: Owner): string[] {
  const [local = ''] = email.split('@');
  const knownTexts = [shop.name, shop.product, email, local, name].map((text) => text.slice(0, 255));
  const parts = knownTexts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const joined = knownTexts.map((text) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ''));
  return [...new Set([...knownTexts, ...parts, ...joined].map((word) => word.toLowerCase()))].filter(
    (word) => word.length >= 3,
  );
}

/** Returns the message for an easily guessed password, or null. Take a point of a limit before. */
export async function weakPasswordMessage(password: string, owner: Owner = {}): Promise<string | null> {
  const text = password.slice(0, passwordMax);
  // A year or an exclamation mark around a name are the first variations that attackers try.
  const core = text.replaceAll(/^[^\p{L}]+|[^\p{L}]{1,64}$/gu, '');
  const bare = text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]{1,64}$/gu, '');
  const joined = text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
  const texts = [...new Set([text, core, bare, joined])];
  const judged = await judge(texts, wordsOf(owner));
  const verdictOf = (one: string): Verdict => judged[texts.indexOf(one)] ?? nothing;
  const whole = verdictOf(text);
  if (whole.isWord || verdictOf(core).isWord) return personalProblem;
  const bareGuesses = verdictOf(bare).guesses * guessesPerSymbol ** (text.length - bare.length);
  const isPersonal = [whole, verdictOf(joined)].some(
    ({ guesses, usesWords }) => usesWords && guesses < minGuessesWithWord,
  );
  if (isPersonal) return personalProblem;
  return Math.min(whole.guesses, bareGuesses) < minGuesses ? commonProblem : null;
}

/**
 * Limit on judged passwords, whose cost is CPU time. A password that is refused costs no point of a
 * sign-up.
 */
const judgements: Limit = { name: 'password-judged', points: 30, seconds: 60 };

/** Shop, limits and network of a person who chooses a password. */
export type Judging = { ctx: Pick<Ctx, 'db' | 'settings' | 'log' | 'cacheLifetime'>; limits: Limits; ip: string };

/** Refuses an easily guessed password, and any after the limit. Null for a strong one. */
export async function judgedProblem(
  { ctx, limits, ip }: Judging,
  password: string,
  owner: Omit<Owner, 'shop'>,
): Promise<{ status: 422 | 429; message: string } | null> {
  if (!(await limits.consume(judgements, ip))) return { status: 429, message: tooManyAttempts };
  const message = await weakPasswordMessage(password, { ...owner, shop: await publishedSite(ctx) });
  return message === null ? null : { status: 422, message };
}
