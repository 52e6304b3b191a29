import { redirect } from 'react-router';

import { shopPersonalData } from '#app/personal-data.server.ts';
import { customerById } from '#modules/analytics/customers.server.ts';
import { erasureRefusals } from '#modules/privacy/delete-account.schema.ts';
import { eraseCustomer } from '#modules/privacy/personal-data.server.ts';

import { confirmed, replyTo, type SentForm } from '../../forms/form-action.server.ts';

const eraseWithPassword = confirmed(async ({ ctx, actor, params }) => {
  const erased = await eraseCustomer(ctx, shopPersonalData, { actor, id: params.id ?? '', find: customerById });
  return erased.ok ? redirect('/admin/customers?erased') : replyTo(erased, erasureRefusals, '');
});

/**
 * Erases the data of a customer. Asks for confirmation once, and needs a recent password
 * confirmation.
 */
export async function eraseAfterQuestion(sent: SentForm) {
  if (sent.values.sure !== '1') return { ok: false, message: '', question: 'sure' as const, status: 200 };
  return eraseWithPassword(sent);
}
