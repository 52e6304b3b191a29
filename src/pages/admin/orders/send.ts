import { statusFailures } from '#modules/buying/orders/fulfilment/rules.ts';
import { typedOf } from '#shared/typed.ts';
import { formKey, type FormAnswer } from '#ui/form-answer.ts';
import { orUnreachable, unreachable } from '#ui/send-form.ts';

import type { StatusResult } from './update-status.server.ts';

type SendArgs = { request: Request; serverAction: () => Promise<FormAnswer<StatusResult>> };

/** Sends a form of the orders; when that fails, the form says so beside all that was typed. */
export async function sendOrderForm({ request, serverAction }: SendArgs) {
  const values = typedOf(await request.clone().formData());
  const { form = '', id } = values;
  const message = form === 'status' ? statusFailures.failed : unreachable;
  const rest = { ok: false, issues: { form: '' }, conflict: false, question: null, result: null };
  return orUnreachable(serverAction, () => ({ form: formKey(form, id), message, values, ...rest }));
}
