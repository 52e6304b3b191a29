import { site } from '#content/site.ts';
import type { Site } from '#modules/content/site.schema.ts';

import { passwordProblem } from './sign-in.ts';

/** `isWord`: the whole text is one of the given words. `usesWords`: part of it is. */
type Verdict = { guesses: number; isWord: boolean; usesWords: boolean };
type Judge = (password: string, words: string[]) => Verdict;

let loading: Promise<Judge> | null = null;

/**
 * Number of characters that are checked. Longer input costs more CPU time and does not become
 * weaker.
 */
const judgedLength = 48;

/**
 * Loads zxcvbn with the first new password instead of at start-up, because its dictionary takes
 * about 10 MB.
 */
async function load(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const passwords = dictionary['passwords-common'];
  const zxcvbn = new ZxcvbnFactory({ dictionary: { passwords }, graphs: adjacencyGraphs });
  return (password, words) => {
    const { guesses, sequence } = zxcvbn.check(password.slice(0, judgedLength), words);
    const ofWords = sequence.filter(({ dictionaryName }) => dictionaryName === 'userInputs');
    return { guesses, isWord: sequence.length === 1 && ofWords.length === 1, usesWords: ofWords.length > 0 };
  };
}

function judge(): Promise<Judge> {
  loading ??= load();
  return loading;
}

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
  return Math.log10((await judge())(secret, [...wordsOf({}), ...words]).guesses);
}

const commonProblem = 'This password is among the most common ones. Choose another.';
const personalProblem =
  'This password is easy to guess: it is made of your name, your email address or the name of the shop. Choose another.';

/** Person who chooses a password, and the shop. An attacker knows both. */
export type Owner = { email?: string; name?: string; shop?: Pick<Site, 'name' | 'product'> };

/**
 * Returns words that an attacker tries first for this person: from the shop, the email address and
 * the name. Uses the default shop for secrets, which are checked before the database is open.
 */
function wordsOf({ email = '', name = '', shop = site }: Owner): string[] {
  const [local = ''] = email.split('@');
  const knownTexts = [shop.name, shop.product, email, local, name];
  const parts = knownTexts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const joined = knownTexts.map((text) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ''));
  return [...new Set([...knownTexts, ...parts, ...joined].map((word) => word.toLowerCase()))].filter(
    (word) => word.length >= 3,
  );
}

/** Returns the message for an easily guessed password, or null. */
export async function guessableProblem(password: string, owner: Owner = {}): Promise<string | null> {
  const check = await judge();
  const words = wordsOf(owner);
  const whole = check(password, words);
  // A year or an exclamation mark around a name are the first variations that attackers try.
  const core = password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (whole.isWord || check(core, words).isWord) return personalProblem;
  const bare = password.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const bareGuesses = check(bare, words).guesses * guessesPerSymbol ** (password.length - bare.length);
  const joined = check(password.replaceAll(/[^\p{L}\p{N}]+/gu, ''), words);
  const isPersonal = [whole, joined].some(({ guesses, usesWords }) => usesWords && guesses < minGuessesWithWord);
  if (isPersonal) return personalProblem;
  return Math.min(whole.guesses, bareGuesses) < minGuesses ? commonProblem : null;
}

/** Returns the message that refuses a new password, or null. `min` is in characters. */
export async function newPasswordProblem(password: string, min: number, owner: Owner = {}): Promise<string | null> {
  return passwordProblem(password, min) ?? guessableProblem(password, owner);
}
