import { resetRefusals } from '#modules/accounts/accounts.schema.ts';
import { resetSecondFactor } from '#modules/accounts/reset-second-factor.server.ts';

import { withRecentPassword, final, replyFromResult } from '../../forms/form-action.server.ts';

/**
 * Resets the second factor of another account. Asks for confirmation once, and needs a recent
 * password confirmation.
 */
export const resetAfterQuestion = final(
  withRecentPassword(async ({ ctx, actor, id }) =>
    replyFromResult(
      await resetSecondFactor(ctx, actor, id),
      resetRefusals,
      'Two-factor authentication was reset. You both get an email.',
    ),
  ),
);
