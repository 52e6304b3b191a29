import type { TryRefusal } from '../discounts.schema.ts';
import { codeIssue, normalCode } from '../code-format.ts';
import { call } from '#modules/api-client.ts';
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

/** Reason and message of a refused code. */
export type Refused = { reason: string; message: string };

/** Refusals caused by the code itself. Only these count as guesses. */
const ofCode: ReadonlySet<string> = new Set<TryRefusal>([
  'unknown_code',
  'code_expired',
  'below_minimum',
  'used_up',
  'used_by_you',
]);

function refused({ reason, message }: Refused): Tried {
  if (reason === 'unreachable') return unreachable;
  if (reason === ('too_many_attempts' satisfies TryRefusal)) {
    const description = 'Too many discount code attempts. Please try again later.';
    return failed({ title: 'Rate Limited', description });
  }
  return ofCode.has(reason)
    ? failed({ title: 'Invalid Code', description: message })
    : failed({ title: 'Error', description: message }, false);
}

/** Applies a code to the order. Resolves to null on success. */
export type ApplyCode = (code: string) => Promise<Refused | null>;

/**
 * `subtotal` is in dollars. `used` counts previous attempts. `closed` is a message if no code can
 * be applied now.
 */
type Try = { typed: string; subtotal: number; used: number; apply: ApplyCode; closed?: string | null };

/** Tries a code: checks it in the browser, then with the server, then applies it to the order. */
export async function submitCode({ typed, subtotal, used, apply, closed = null }: Try): Promise<Tried> {
  if (closed !== null) return failed({ title: 'Error', description: closed }, false);
  if (used >= maxAttempts) {
    const description = 'Please wait before trying another discount code';
    return failed({ title: 'Too Many Attempts', description }, false);
  }
  const issue = codeIssue(typed);
  if (issue !== null) return failed({ title: 'Invalid Input', description: issue }, false);
  const code = normalCode(typed);
  const answer = await call('POST /validate-discount', { code, subtotal });
  if (!answer.ok) return unreachable;
  if (!answer.body.valid) {
    const { reason = '', error = '', waitSeconds } = answer.body;
    return { ...refused({ reason, message: error }), ...(waitSeconds === undefined ? {} : { waitSeconds }) };
  }
  const refusal = await apply(code);
  if (refusal !== null) return refused(refusal);
  const description = answer.body.message ?? 'Discount code applied';
  return { applied: true, counts: false, message: { title: 'Success', description } };
}
