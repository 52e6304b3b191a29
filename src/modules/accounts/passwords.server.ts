import { site } from '#content/site.ts';

import { passwordProblem } from './sign-in.ts';

/** `isWord`: the whole text is one of the given words; `usesWords`: a part of it is. */
type Verdict = { guesses: number; isWord: boolean; usesWords: boolean };
type Judge = (password: string, words: string[]) => Verdict;

let loading: Promise<Judge> | null = null;

/** Characters that are judged. Longer input costs more processor time and does not become weaker. */
const judgedLength = 48;

/** Loads zxcvbn with the first new password instead of at start-up: its dictionary takes about 10 MB. */
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

/** Estimated guesses below which a password counts as common: one known word with a simple addition. */
const minGuesses = 20_000;

/** Log10 of the guesses that find a secret, estimated by its first 48 characters; `words` are what a guesser tries first. */
export async function guessesLog10(secret: string, words: string[]): Promise<number> {
  return Math.log10((await judge())(secret, [...wordsOf({}), ...words]).guesses);
}

export const commonProblem = 'This password is among the most common ones. Choose another.';
export const personalProblem =
  'This password is easy to guess: it is made of your name, your e-mail address or the name of the shop. Choose another.';

/** The person who chooses a password, as far as a guesser would know them. */
export type Owner = { email?: string; name?: string };

/** Words that a guesser tries first for this person: the shop's, the e-mail address's and the name's. */
function wordsOf({ email = '', name = '' }: Owner): string[] {
  const [local = ''] = email.split('@');
  const given = [site.name, site.product, email, local, name];
  const parts = given.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  const joined = given.map((text) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ''));
  return [...new Set([...given, ...parts, ...joined].map((word) => word.toLowerCase()))].filter(
    (word) => word.length >= 3,
  );
}

/** The sentence that refuses a password which is easy to guess, or null. */
export async function guessableProblem(password: string, owner: Owner = {}): Promise<string | null> {
  const check = await judge();
  const words = wordsOf(owner);
  const { guesses, isWord, usesWords } = check(password, words);
  // A year and an exclamation mark around a name are the first variations that are tried.
  const core = password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (isWord || check(core, words).isWord) return personalProblem;
  if (guesses >= minGuesses) return null;
  return usesWords ? personalProblem : commonProblem;
}

/** The sentence that refuses a new password, or null; `min` in characters. */
export async function newPasswordProblem(password: string, min: number, owner: Owner = {}): Promise<string | null> {
  return passwordProblem(password, min) ?? guessableProblem(password, owner);
}
