import { resetRefusals } from '#modules/accounts/accounts.schema.ts';
import { resetSecondFactor } from '#modules/accounts/reset-second-factor.server.ts';

import { confirmed, replyTo, type SentForm } from '../../forms/form-action.server.ts';

const resetWithPassword = confirmed(async ({ ctx, actor, id }) =>
  replyTo(
    await resetSecondFactor(ctx, actor, id),
    resetRefusals,
    'The second factor is reset. Both of you get an email.',
  ),
);

/**
 * Resets the second factor of another account. Asks for confirmation once, and needs a recent
 * password confirmation.
 */
export async function resetAfterQuestion(sent: SentForm) {
  if (sent.values.sure !== '1') return { ok: false, message: '', question: 'sure' as const, status: 200 };
  return resetWithPassword(sent);
}
