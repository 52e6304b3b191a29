import { statusFailures } from '#modules/orders/order-status.ts';
import { formValues } from '#shared/form-values.ts';
import type { FormAnswer } from '#ui/form-answer.ts';
import { notTaken, orNotTaken, orUnreachable, formUnreachable } from '#ui/send-form.ts';

import type { StatusResult } from './update-status.server.ts';

type SendArgs = { request: Request; serverAction: () => Promise<FormAnswer<StatusResult>> };

/**
 * Sends a form of the order pages. On failure, the form shows a message and keeps the typed values.
 */
export async function sendOrderForm({ request, serverAction }: SendArgs) {
  const typed = formValues(await request.clone().formData());
  const message = typed.form === 'status' ? statusFailures.failed : formUnreachable;
  return orNotTaken(request, () => orUnreachable(serverAction, () => notTaken(typed, message)));
}
