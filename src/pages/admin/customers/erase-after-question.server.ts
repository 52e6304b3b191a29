import { redirect } from 'react-router';

import { shopPersonalData } from '#app/personal-data-registry.server.ts';
import { customerById } from '#modules/customers/customers.server.ts';
import { erasureRefusals } from '#modules/privacy/delete-account.schema.ts';
import { eraseCustomer } from '#modules/privacy/export-erase.server.ts';

import { withRecentPassword, final, replyFromResult } from '../../forms/form-action.server.ts';

/**
 * Erases the data of a customer. Asks for confirmation once, and needs a recent password
 * confirmation.
 */
export const eraseAfterQuestion = final(
  withRecentPassword(async ({ ctx, actor, params }) => {
    const erased = await eraseCustomer(ctx, shopPersonalData, { actor, id: params.id ?? '', find: customerById });
    return erased.ok ? redirect('/admin/customers?erased') : replyFromResult(erased, erasureRefusals, '');
  }),
);
