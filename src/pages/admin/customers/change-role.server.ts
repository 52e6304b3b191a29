import { roleRefusals } from '#modules/accounts/accounts.schema.ts';
import { setRole } from '#modules/accounts/roles.server.ts';
import { HttpError } from '#platform/http/http-error.server.ts';

import {
  withRecentPassword,
  finalQuestion,
  isSure,
  formError,
  replyFromResult,
  type FormReply,
  type SentForm,
} from '../../forms/form-action.server.ts';

const failed = <T>(reply: FormReply<T>): FormReply<T> => ({
  ...reply,
  message: `Failed to update customer role. ${reply.message}`,
});

async function setRoleOf({ ctx, visitor, actor, id, values }: SentForm) {
  const role = values.role === 'admin' ? 'admin' : 'customer';
  try {
    return replyFromResult(
      await setRole(ctx, actor, { userId: id, role }),
      roleRefusals,
      `Customer role updated to ${role}`,
    );
  } catch (error) {
    if (error instanceof HttpError) throw error;
    ctx.log.error({ err: error, requestId: visitor.requestId }, 'a role could not be changed');
    return { ...formError('Please try again.'), status: 500 };
  }
}

const changeWithPassword = withRecentPassword(setRoleOf);

/**
 * Makes an account an admin or a customer.
 * Revoking the admin role asks for confirmation once. Both need a recent password confirmation.
 */
export async function changeRole(sent: SentForm) {
  if (sent.values.role !== 'admin' && !isSure(sent.values)) return finalQuestion();
  const reply = await changeWithPassword(sent);
  return reply instanceof Response || reply.ok ? reply : failed(reply);
}
