import { assertConfirmed } from '#modules/people/accounts/guard/service.server.ts';
import type { Actor } from '#modules/ground/audit/rules.ts';
import { actorOf } from '#modules/ground/audit/service.server.ts';
import {
  addressRefusals,
  cancelRefusals,
  labelInput,
  refundRefusals,
  releaseRefusals,
  resendRefusals,
  returnRefusals,
  returnStepRefusals,
} from '#modules/buying/orders/contract.ts';
import { cancelOrder } from '#modules/buying/orders/cancellation/service.server.ts';
import { correctAddress } from '#modules/buying/orders/fulfilment/service.server.ts';
import { holdOrder, releaseOrder } from '#modules/buying/orders/holds/service.server.ts';
import { resendOrderMail } from '#modules/buying/orders/mails/service.server.ts';
import { refundOrder } from '#modules/buying/orders/refunds/by-admin/service.server.ts';
import { reasonMax } from '#modules/buying/orders/returns/rules.ts';
import {
  declineReturn,
  receiveReturn,
  refundReturn,
  requestReturn,
  sendReturnLabel,
} from '#modules/buying/orders/returns/service.server.ts';
import { orderByNumber } from '#modules/buying/orders/service.server.ts';
import type { PaymentsCtx } from '#modules/ground/payments/service.server.ts';
import { HttpError, notFound } from '#platform/http/errors.server.ts';
import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';
import { addressIssues, fittingAddress } from '#shared/address.ts';
import { formatUsd } from '#shared/money.ts';
import { notesBy } from '#shared/order-notes.ts';
import type { Result } from '#shared/result.ts';
import { centsOf } from '#shared/typed.ts';
import { isUuid } from '#shared/uuid.ts';

import { textIn, typedIn, type Typed } from './typed.ts';

/** What came of a form of an order's page. */
export type ActionOutcome = {
  ok: boolean;
  message: string;
  intent: string;
  /** The password has to be proven again first. */
  needsPassword: boolean;
  /** What is wrong with which field. */
  issues: Typed;
  typed: Typed;
};

type Asked = { ctx: PaymentsCtx; actor: Actor; orderNumber: string; version: number; form: FormData };
type Answer = { ok: boolean; message: string; issues?: Typed };

const done = (message: string): Answer => ({ ok: true, message });
const failed = (message: string): Answer => ({ ok: false, message });

function told<R extends string>(result: Result<unknown, R>, success: string, sentences: Record<R, string>): Answer {
  return result.ok ? done(success) : failed(sentences[result.reason]);
}

const noAmount: Answer = {
  ok: false,
  message: 'Enter an amount, for example 59.00.',
  issues: { amount: 'Enter an amount, for example 59.00' },
};

/** How many units of each product are meant: the fields `restock-<product id>` or `return-<product id>`. */
function unitsIn(form: FormData, prefix: 'restock-' | 'return-') {
  return [...form.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ productId: name.slice(prefix.length), quantity: Number(textIn(form, name)) }))
    .filter(({ quantity }) => Number.isInteger(quantity) && quantity > 0);
}

async function refund({ ctx, actor, orderNumber, version, form }: Asked): Promise<Answer> {
  const amountCents = centsOf(textIn(form, 'amount'));
  if (amountCents === null) return noAmount;
  const request = { orderNumber, version, amountCents, reason: textIn(form, 'reason'), key: textIn(form, 'key') };
  const result = await refundOrder(ctx, actor, { ...request, restock: unitsIn(form, 'restock-') });
  const isPending = result.ok && result.value.status === 'pending';
  const amount = formatUsd(amountCents);
  return told(result, isPending ? `The refund of ${amount} is on its way` : `${amount} refunded`, refundRefusals);
}

async function cancel({ ctx, actor, orderNumber, version, form }: Asked): Promise<Answer> {
  if (!form.has('sure')) return failed('Tick the box to cancel this order.');
  const result = await cancelOrder(ctx, actor, { orderNumber, version, reason: textIn(form, 'reason') });
  if (!result.ok) return failed(cancelRefusals[result.reason]);
  const money = result.value.refund;
  if (money === null) return done('Order cancelled');
  if (!money.ok) return failed('The order is cancelled, but the payment provider refused the refund. Refund it again.');
  return done(`Order cancelled, ${formatUsd(money.value.amountCents)} on its way back`);
}

async function address({ ctx, actor, orderNumber, version, form }: Asked): Promise<Answer> {
  const text = (name: string, max: number) => textIn(form, name).slice(0, max);
  const given = fittingAddress({
    street: text('street', 200),
    city: text('city', 100),
    state: text('state', 100),
    postalCode: text('postalCode', 20),
    country: text('country', 2),
  });
  const issues = addressIssues(given);
  if (Object.keys(issues).length > 0) return { ok: false, message: 'Check the marked fields.', issues };
  const line2 = text('line2', 200);
  const result = await correctAddress(ctx, actor, {
    orderNumber,
    version,
    address: line2 === '' ? given : { ...given, line2 },
    notes: notesBy('name', ({ name, max }) => text(name, max)),
  });
  return told(result, 'Address corrected', addressRefusals);
}

/** What came of holding or releasing; a reason that will not do is said at its field, too. */
function toldOfHold(result: Result<null, keyof typeof releaseRefusals>, success: string): Answer {
  const answer = told(result, success, releaseRefusals);
  const isReason = !result.ok && result.reason.startsWith('reason_');
  return isReason ? { ...answer, issues: { reason: answer.message } } : answer;
}

async function hold({ ctx, actor, orderNumber, version, form }: Asked): Promise<Answer> {
  const reason = textIn(form, 'reason');
  return toldOfHold(await holdOrder(ctx, actor, { orderNumber, version, reason }), 'Order held');
}

async function release({ ctx, actor, orderNumber, version, form }: Asked): Promise<Answer> {
  const reason = textIn(form, 'reason');
  return toldOfHold(await releaseOrder(ctx, actor, { orderNumber, version, reason }), 'Order released');
}

function idIn(form: FormData, name: string): string {
  const id = textIn(form, name);
  if (!isUuid(id)) throw notFound();
  return id;
}

async function resend({ ctx, actor, orderNumber, form }: Asked): Promise<Answer> {
  const order = await orderByNumber(ctx.db, orderNumber);
  if (order === null) throw notFound();
  const result = await resendOrderMail(ctx, actor, { orderId: order.id, orderNumber, mailId: idIn(form, 'mail') });
  return told(result, 'The mail is on its way again', resendRefusals);
}

async function openReturn({ ctx, actor, orderNumber, form }: Asked): Promise<Answer> {
  const reason = textIn(form, 'reason').slice(0, reasonMax);
  if (reason === '') return { ok: false, message: 'Enter a reason.', issues: { reason: 'Enter a reason' } };
  const lines = unitsIn(form, 'return-');
  const result = await requestReturn(ctx, { orderNumber }, { reason, lines, actor });
  return told(result, 'Return opened, the customer is told', returnRefusals);
}

async function label({ ctx, actor, orderNumber, form }: Asked): Promise<Answer> {
  const parsed = labelInput.safeParse(textIn(form, 'labelUrl'));
  if (!parsed.success) {
    const message = 'Enter the address of the label, beginning with https://';
    return { ok: false, message: `${message}.`, issues: { labelUrl: message } };
  }
  const step = { orderNumber, returnId: idIn(form, 'return') };
  const result = await sendReturnLabel(ctx, actor, { ...step, labelUrl: parsed.data });
  return told(result, 'The label is on its way to the customer', returnStepRefusals);
}

async function received({ ctx, actor, orderNumber, form }: Asked): Promise<Answer> {
  const step = { orderNumber, returnId: idIn(form, 'return') };
  const result = await receiveReturn(ctx, actor, { ...step, restocks: form.has('restocks') });
  return told(result, 'Return received', returnStepRefusals);
}

async function refundBack({ ctx, actor, orderNumber, form }: Asked): Promise<Answer> {
  const amountCents = centsOf(textIn(form, 'amount'));
  if (amountCents === null) return noAmount;
  const returnId = idIn(form, 'return');
  const result = await refundReturn(ctx, actor, { orderNumber, returnId, amountCents, key: textIn(form, 'key') });
  return told(result, `${formatUsd(amountCents)} refunded`, returnStepRefusals);
}

async function decline({ ctx, actor, orderNumber, form }: Asked): Promise<Answer> {
  const reason = textIn(form, 'reason').slice(0, reasonMax);
  if (reason === '') return { ok: false, message: 'Enter a reason.', issues: { reason: 'The customer is told why' } };
  const step = { orderNumber, returnId: idIn(form, 'return') };
  const result = await declineReturn(ctx, actor, { ...step, reason });
  return told(result, 'Return closed', returnStepRefusals);
}

const actions: Record<string, (asked: Asked) => Promise<Answer>> = {
  refund,
  cancel,
  address,
  hold,
  release,
  resend,
  'return-opened': openReturn,
  'return-label': label,
  'return-received': received,
  'return-refunded': refundBack,
  'return-declined': decline,
};

const movesMoney = new Set(['refund', 'cancel', 'return-refunded']);

type Asker = { ctx: PaymentsCtx; visitor: Visitor; user: SignedInUser };

/** Does what a form of an order's page asks for; what moves money needs a password that was proven lately. */
export async function actOnOrder(
  { ctx, visitor, user }: Asker,
  { orderNumber, form }: { orderNumber: string; form: FormData },
): Promise<ActionOutcome> {
  const intent = textIn(form, 'intent');
  const act = Object.hasOwn(actions, intent) ? actions[intent] : undefined;
  if (act === undefined) throw notFound();
  const rest = { intent, needsPassword: false, issues: {}, typed: typedIn(form) };
  try {
    if (movesMoney.has(intent)) assertConfirmed(user, ctx.now());
    const version = Number(textIn(form, 'version'));
    const answer = await act({ ctx, actor: actorOf(visitor), orderNumber, version, form });
    return answer.ok ? { ...rest, ...answer, typed: {} } : { ...rest, ...answer };
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'confirm_password') throw error;
    return { ...rest, ok: false, message: error.message, needsPassword: true };
  }
}
