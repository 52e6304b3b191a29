import { passwordProblem } from '../sign-in/rules.ts';

let loading: Promise<ReadonlySet<string>> | null = null;

/** The list is large: it is loaded with the first new password, not with the shop. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

export const commonProblem = 'This password is among the most common ones. Choose another.';

/** Whether a password is among the 49,000 that are guessed first, in whatever case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  return (await loading).has(password.toLowerCase());
}

/** What is wrong with a new password, or null; `least` in characters. */
export async function newPasswordProblem(password: string, least: number): Promise<string | null> {
  return passwordProblem(password, least) ?? ((await isCommonPassword(password)) ? commonProblem : null);
}
