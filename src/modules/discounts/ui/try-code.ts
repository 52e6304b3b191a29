import type { TryRefusal } from '../discounts.schema.ts';
import { codeIssue, normalCode } from '../code-format.ts';
import type { Refusal } from '#ui/refusal.ts';
import type { Toast } from '#ui/toast.tsx';

/** Attempts a shopper has until the code is removed. */
export const maxAttempts = 3;

/**
 * Outcome of an attempt: whether it counts, the message for the shopper, and seconds until the next
 * attempt is accepted.
 */
export type Tried = { applied: boolean; counts: boolean; message: Toast; waitSeconds?: number };

const failed = (message: Toast, counts = true): Tried => ({
  applied: false,
  counts,
  message: { ...message, destructive: true },
});

const unreachable = failed({ title: 'Error', description: 'Failed to validate discount code. Please try again.' });

const ofCode: ReadonlySet<string> = new Set<TryRefusal>([
  'unknown_code',
  'code_expired',
  'below_minimum',
  'used_up',
  'used_by_you',
]);

/** True if the code itself was refused, which counts as a guess. */
export const isCodeRefusal = (reason: string) => ofCode.has(reason);

function refused({ reason, message }: Refusal): Tried {
  if (reason === 'unreachable') return unreachable;
  if (reason === ('too_many_attempts' satisfies TryRefusal)) {
    const description = 'Too many discount code attempts. Please try again later.';
    return failed({ title: 'Rate Limited', description });
  }
  return isCodeRefusal(reason)
    ? failed({ title: 'Invalid Code', description: message })
    : failed({ title: 'Error', description: message }, false);
}

/** Answer to a code: the message of success, or the refusal and seconds until the next attempt. */
export type CodeResult = { valid: true; message: string } | ({ valid: false; waitSeconds?: number } & Refusal);

/** Applies a code to the order. */
export type ApplyCode = (code: string) => Promise<CodeResult>;

/** `used` counts previous attempts. `closed` is a message if no code can be applied now. */
type Try = { typed: string; used: number; apply: ApplyCode; closed?: string | null };

/** Tries a code: checks it in the browser, then applies it to the order. */
export async function submitCode({ typed, used, apply, closed = null }: Try): Promise<Tried> {
  if (closed !== null) return failed({ title: 'Error', description: closed }, false);
  if (used >= maxAttempts) {
    const description = 'Please wait before trying another discount code';
    return failed({ title: 'Too Many Attempts', description }, false);
  }
  const issue = codeIssue(typed);
  if (issue !== null) return failed({ title: 'Invalid Input', description: issue }, false);
  const answer = await apply(normalCode(typed));
  if (answer.valid) {
    return { applied: true, counts: false, message: { title: 'Success', description: answer.message } };
  }
  const { waitSeconds } = answer;
  return { ...refused(answer), ...(waitSeconds === undefined ? {} : { waitSeconds }) };
}
