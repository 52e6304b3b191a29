import { parsePercent } from '#modules/discounts/edit-codes.ts';
import { refundReceiver } from '#modules/orders/order-contact.ts';
import { returnStepRefusals } from '#modules/orders/orders.schema.ts';
import type { OrderDetail } from '#modules/orders/orders.server.ts';
import { refundOrder } from '#modules/orders/refunds.server.ts';
import { refundRefusal, shareAmount, type Refund, type RefundShare } from '#modules/orders/refunds.ts';
import { refundReturn } from '#modules/orders/returns.server.ts';
import { taxRefundKey } from '#modules/orders/tax-difference.ts';
import { formatUsd, type Cents } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { parseCents, type FormValues } from '#shared/form-values.ts';
import { sureField } from '#ui/form-response.ts';

import {
  withRecentPassword,
  formSuccess,
  finalQuestion,
  formError,
  replyFromResult,
  type FormReply,
} from '../../forms/form-action.server.ts';
import { onOrder, shownOrder, unitsIn, type OrderForm } from './order-form.server.ts';

type Reply = FormReply<never>;
type Refusal = keyof typeof returnStepRefusals;

const amountFields = { too_much: 'amount', nothing_to_refund: 'amount' } as const;

/**
 * Reply to a refused refund. A refusal by the provider is final, so the next try gets a new key.
 */
function refusedRefund(reason: Refusal, { [sureField]: _agreed, ...values }: FormValues): Reply {
  const key = reason === 'provider_refused' ? crypto.randomUUID() : (values.key ?? '');
  const said = { success: '', fields: amountFields };
  return { ...replyFromResult(refuse(reason), returnStepRefusals, said), values: { ...values, key } };
}

/** Reply to a refund form after the question was confirmed. */
function refundReply(result: Result<Refund, Refusal>, values: FormValues): Reply {
  if (!result.ok) return refusedRefund(result.reason, values);
  // A form that is sent twice returns the first refund, whatever its second amount.
  const amount = formatUsd(result.value.amountCents);
  return formSuccess(result.value.status === 'pending' ? `Refund of ${amount} started.` : `Refunded ${amount}.`);
}

/** Question before money leaves, with its amount and receiver. The answer agrees to the amount. */
function refundQuestion({ order }: OrderDetail, amountCents: Cents): Reply {
  const text = `Refund ${formatUsd(amountCents)} to ${refundReceiver(order)}? This can’t be undone.`;
  return finalQuestion(text, String(amountCents));
}

/** Amount that the admin has confirmed, in cents. Null before the question. */
function agreedAmount({ [sureField]: agreed = '' }: FormValues): Cents | null {
  return /^\d{1,9}$/.test(agreed) ? Number(agreed) : null;
}

const withPassword = (act: (form: OrderForm) => Promise<Reply>) => withRecentPassword(onOrder(act));

type Typed = { amountCents: Cents | null; share: RefundShare | undefined };

const sentences = {
  amount: 'Enter an amount, for example 59.00',
  percent: 'Enter a percentage greater than 0, up to 100',
  items: 'Choose what to refund',
};

/** Reads the basis of a refund: an amount, a percentage or parts of the order. */
function typedRefund(values: FormValues): Result<Typed, keyof typeof sentences> {
  const { by = 'amount', amount = '', percent = '', shipping } = values;
  if (by === 'percent') {
    const basisPoints = parsePercent(percent);
    return basisPoints === null ? refuse('percent') : ok({ amountCents: null, share: { by, basisPoints } });
  }
  if (by === 'items') {
    const parts = { lines: unitsIn(values, 'refund-'), shipping: shipping !== undefined };
    const isEmpty = parts.lines.length === 0 && !parts.shipping;
    return isEmpty ? refuse('items') : ok({ amountCents: null, share: { by, parts } });
  }
  const amountCents = parseCents(amount) ?? 0;
  return amountCents === 0 ? refuse('amount') : ok({ amountCents, share: undefined });
}

/** Returns what a refund would pay back now, in cents. Only the refund itself decides. */
function refundAmount(detail: OrderDetail, { amountCents, share }: Typed): Result<Cents, Refusal> {
  const { order, refunds, refundableCents } = detail;
  const due = share === undefined ? amountCents : shareAmount(order, refunds, share);
  if (due === null) return refuse('units_refunded');
  const refusal = refundRefusal(order.capturedCents, refundableCents, due);
  return refusal === null ? ok(due) : refuse(refusal);
}

/** Refunds an order by amount, by percent or by line, once the admin has agreed to the amount. */
export const refund = withPassword(async (form) => {
  const { ctx, actor, orderNumber, version, reason, key, values } = form;
  const typed = typedRefund(values);
  if (!typed.ok) return formError(`${sentences[typed.reason]}.`, { [typed.reason]: sentences[typed.reason] });
  const agreed = agreedAmount(values);
  const isAgreed = agreed !== null && (typed.value.share !== undefined || typed.value.amountCents === agreed);
  if (isAgreed) {
    const request = { orderNumber, version, amountCents: agreed, share: typed.value.share, reason, key };
    return refundReply(await refundOrder(ctx, actor, { ...request, restock: unitsIn(values, 'restock-') }), values);
  }
  const detail = await shownOrder(form);
  const amount = refundAmount(detail, typed.value);
  if (!amount.ok) return refusedRefund(amount.reason, values);
  return refundQuestion(detail, amount.value);
});

/** Refunds a received return, once the admin has agreed to the amount. */
export const refundBack = withPassword(async (form) => {
  const { ctx, actor, orderNumber, rowId, key, values } = form;
  const amountCents = parseCents(values.amount ?? '') ?? 0;
  if (amountCents === 0) return formError(`${sentences.amount}.`, { amount: sentences.amount });
  const refund = { orderNumber, returnId: rowId(), amountCents, key };
  if (agreedAmount(values) === amountCents) return refundReply(await refundReturn(ctx, actor, refund), values);
  const detail = await shownOrder(form);
  const isOpen = detail.returns.some(({ id, status }) => id === refund.returnId && status === 'received');
  const amount = isOpen ? refundAmount(detail, { amountCents, share: undefined }) : refuse('not_open' as const);
  if (!amount.ok) return refusedRefund(amount.reason, values);
  return refundQuestion(detail, amount.value);
});

/**
 * Refunds the tax that a corrected address no longer makes. The key names the order's version, so
 * that a form sent twice is one refund.
 */
export const refundTax = withRecentPassword(
  onOrder(async ({ ctx, actor, orderNumber, version, values }) => {
    const basis = { amountCents: Number(values.amount), share: { by: 'tax' } as const, restock: [] };
    const refund = { orderNumber, version, reason: 'Tax at the corrected address', key: taxRefundKey(version) };
    return refundReply(await refundOrder(ctx, actor, { ...refund, ...basis }), values);
  }),
);
