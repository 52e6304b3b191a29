import { codeIssue, normalCode } from '#modules/discounts/rules.ts';
import { callApi } from '#ui/call-api.ts';
import type { Toast } from '#ui/toast.tsx';

/** Tries a shopper has until the code is removed. */
export const mostAttempts = 3;

/** What the server calls its own limit. */
const serverLimit = 'Too many attempts. Please try again later.';

/** What became of a try: whether it counts, what the shopper is told, and how long it is until another is taken. */
export type Tried = { applied: boolean; counts: boolean; message: Toast; waitSeconds?: number };

type Answer = { valid: boolean; message?: string; error?: string; waitSeconds?: number };

const failed = (message: Toast, counts = true): Tried => ({
  applied: false,
  counts,
  message: { ...message, destructive: true },
});

function refused(error: string | undefined): Tried {
  if (error === serverLimit) {
    const description = 'Too many discount code attempts. Please try again later.';
    return failed({ title: 'Rate Limited', description });
  }
  return failed({ title: 'Invalid Code', ...(error === undefined ? {} : { description: error }) });
}

/** Applies a code in the order's figures; null when it worked, else the server's sentence. */
export type ApplyCode = (code: string) => Promise<string | null>;

/** Tries a code: in the browser, then with the server, then in the figures of the order. `subtotal` is in dollars. */
export async function tryCode(typed: string, subtotal: number, used: number, apply: ApplyCode): Promise<Tried> {
  if (used >= mostAttempts) {
    const description = 'Please wait before trying another discount code';
    return failed({ title: 'Too Many Attempts', description }, false);
  }
  const issue = codeIssue(typed);
  if (issue !== null) return failed({ title: 'Invalid Input', description: issue }, false);
  const code = normalCode(typed);
  const answer = await callApi<Answer>('POST', '/validate-discount', { code, subtotal });
  if (!answer.ok) {
    return failed({ title: 'Error', description: 'Failed to validate discount code. Please try again.' });
  }
  if (!answer.body.valid) {
    const { error, waitSeconds } = answer.body;
    return { ...refused(error), ...(waitSeconds === undefined ? {} : { waitSeconds }) };
  }
  const refusal = await apply(code);
  if (refusal !== null) return refused(refusal);
  const description = answer.body.message ?? 'Discount code applied';
  return { applied: true, counts: false, message: { title: 'Success', description } };
}
