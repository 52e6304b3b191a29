import type { TryRefusal } from '../discounts.schema.ts';
import { codeIssue, normalCode } from '../code-format.ts';
import { call } from '#modules/calls.ts';
import type { Toast } from '#ui/toast.tsx';

/** Tries a shopper has until the code is removed. */
export const maxAttempts = 3;

/** What became of a try: whether it counts, what the shopper is told, and how long it is until another is taken. */
export type Tried = { applied: boolean; counts: boolean; message: Toast; waitSeconds?: number };

const failed = (message: Toast, counts = true): Tried => ({
  applied: false,
  counts,
  message: { ...message, destructive: true },
});

const unheard = failed({ title: 'Error', description: 'Failed to validate discount code. Please try again.' });

/** Why the shop did not take a code, and its sentence. */
export type Refused = { reason: string; message: string };

/** Refusals of the code itself: only these are guesses. */
const ofCode: ReadonlySet<string> = new Set<TryRefusal>([
  'unknown_code',
  'code_expired',
  'below_minimum',
  'used_up',
  'used_by_you',
]);

function refused({ reason, message }: Refused): Tried {
  if (reason === 'unreachable') return unheard;
  if (reason === ('too_many_attempts' satisfies TryRefusal)) {
    const description = 'Too many discount code attempts. Please try again later.';
    return failed({ title: 'Rate Limited', description });
  }
  return ofCode.has(reason)
    ? failed({ title: 'Invalid Code', description: message })
    : failed({ title: 'Error', description: message }, false);
}

/** Applies a code in the order's figures; null when it worked. */
export type ApplyCode = (code: string) => Promise<Refused | null>;

/** `subtotal` is in dollars; `used` tries are gone; `closed` says why no code can be applied now, if so. */
type Try = { typed: string; subtotal: number; used: number; apply: ApplyCode; closed?: string | null };

/** Tries a code: in the browser, then with the server, then in the figures of the order. */
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
  if (!answer.ok) return unheard;
  if (!answer.body.valid) {
    const { reason = '', error = '', waitSeconds } = answer.body;
    return { ...refused({ reason, message: error }), ...(waitSeconds === undefined ? {} : { waitSeconds }) };
  }
  const refusal = await apply(code);
  if (refusal !== null) return refused(refusal);
  const description = answer.body.message ?? 'Discount code applied';
  return { applied: true, counts: false, message: { title: 'Success', description } };
}
