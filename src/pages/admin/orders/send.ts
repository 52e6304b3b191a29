import { statusFailures } from '#modules/buying/orders/fulfilment/rules.ts';
import { orUnreachable, unreachable } from '#ui/send-form.ts';

import type { ActionOutcome } from './actions.server.ts';
import { textIn, typedIn } from './typed.ts';
import type { StatusOutcome } from './update-status.server.ts';

export type OrderFormOutcome = ({ kind: 'status' } & StatusOutcome) | ({ kind: 'action' } & ActionOutcome);

const notSent = (form: FormData) => ({ ok: false, typed: typedIn(form) });

function unsentStatus(form: FormData): StatusOutcome {
  return { ...notSent(form), message: statusFailures.failed, question: null, refused: [] };
}

function unsentForm(form: FormData): OrderFormOutcome {
  const intent = textIn(form, 'intent');
  if (intent === 'status') return { kind: 'status', ...unsentStatus(form) };
  return { kind: 'action', ...notSent(form), message: unreachable, intent, needsPassword: false, issues: {} };
}

/** Sends the status form of the list; when that fails, all that was typed stays. */
export async function sendStatus(request: Request, serverAction: () => Promise<StatusOutcome>) {
  const form = await request.clone().formData();
  return orUnreachable(serverAction, () => unsentStatus(form));
}

/** Sends a form of an order's page; when that fails, all that was typed stays. */
export async function sendOrderForm(request: Request, serverAction: () => Promise<OrderFormOutcome>) {
  const form = await request.clone().formData();
  return orUnreachable(serverAction, () => unsentForm(form));
}
