import { cancelOrders } from '#modules/orders/order-actions.server.ts';
import { adminStatuses, statusFailures, statusProblem } from '#modules/orders/order-status.ts';
import { changeStatuses } from '#modules/orders/fulfillment.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { bulkMax, chosenRowsIn, type BulkResult } from '#shared/bulk-action.ts';
import type { FormValues } from '#shared/form-values.ts';

import { bulkReply } from '../components/bulk-reply.server.ts';
import { anotherPackage, showsTracking } from './status-form.tsx';
import { canSendForm } from '../../page-registry.ts';
import {
  doubt,
  isSure,
  formError,
  withRecentPassword,
  type FormReply,
  type SentForm,
} from '../../forms/form-action.server.ts';

/** The shop of a form about orders, which can reach the payment provider. */
export const paymentsCtx = ({ ctx }: SentForm) => ctx as PaymentsCtx;

/**
 * Shows every failure in the form itself, even one that is about no field.
 * A refusal answers 200 with the page.
 */
export const inForm =
  <T>(act: (sent: SentForm) => Promise<FormReply<T>>) =>
  async (sent: SentForm): Promise<FormReply<T>> => {
    const { conflict: _conflict, ...reply } = await act(sent);
    return reply.ok ? reply : { ...reply, status: 200, issues: { form: '', ...reply.issues } };
  };

const words = {
  no_rows: statusFailures.nothing_chosen,
  too_many_rows: `Select at most ${bulkMax} orders.`,
  all: ({ changed, same }: BulkResult) => {
    const count = changed.length + same.length;
    return `Order status updated successfully${count === 1 ? '' : ` (${count} orders)`}`;
  },
  some: ({ changed, same, refused: rows }: BulkResult) => {
    const count = changed.length + same.length + rows.length;
    return count === 1 ? statusFailures.failed : `${statusFailures.failed}: ${rows.length} of ${count} orders`;
  },
};

type Answered = { reply: FormReply<BulkResult>; result: BulkResult; yes: string };

/** Asks once for all orders that a question keeps from their change. `yes` agrees to it. */
function withQuestion({ reply, result: { changed, same, refused: rows }, yes }: Answered) {
  const row = rows.find(({ question }) => question !== undefined);
  if (row === undefined) return reply;
  const isAlone = changed.length + same.length + rows.length === 1;
  const message = isAlone ? `${row.sentence} ${row.question}` : reply.message;
  return { ...reply, ...doubt(message, { yes }), result: reply.result };
}

/** Returns the shipment of a form about a single order. Several share a status only. */
function shipmentIn(values: FormValues) {
  const text = (name: string) => {
    const typed = values[name] ?? '';
    // An empty field removes what is stored only if it showed that.
    return typed === '' && values[showsTracking] === undefined ? undefined : typed;
  };
  return {
    carrierName: text('carrierName'),
    trackingNumber: text('trackingNumber'),
    anotherPackage: values[anotherPackage] !== undefined,
  };
}

const setStatus = inForm<BulkResult>(async ({ ctx, actor, values }) => {
  const chosen = chosenRowsIn(values.chosen ?? '');
  const status = adminStatuses.find((one) => one === values.status);
  if (status === undefined) return formError(statusProblem(values.status));
  const shipment = chosen.length === 1 ? shipmentIn(values) : { anotherPackage: false };
  const change = { ...shipment, status, confirm: isSure(values) };
  const changes = chosen.map(({ id, seen }) => ({ ...change, orderNumber: id, version: Number(seen) }));
  const all = shipment.anotherPackage ? () => 'Package added' : words.all;
  const result = await changeStatuses(ctx, actor, { changes });
  const reply = bulkReply(result, { ...words, all });
  return result.ok ? withQuestion({ reply, result: result.value, yes: 'Yes, change it anyway' }) : reply;
});

const cancelChosen = withRecentPassword<BulkResult>(
  inForm<BulkResult>(async (sent) => {
    const { actor, values } = sent;
    const confirm = isSure(values);
    const seen = chosenRowsIn(values.chosen ?? '').map((row) => ({ orderNumber: row.id, version: Number(row.seen) }));
    const orders = seen.map((order) => ({ ...order, confirm }));
    const result = await cancelOrders(paymentsCtx(sent), actor, orders);
    const reply = bulkReply(result, words);
    return result.ok ? withQuestion({ reply, result: result.value, yes: 'Yes, cancel and refund' }) : reply;
  }),
);

/**
 * Sets the chosen status on the selected orders. Used by the list's form and the order page's form.
 * `cancelled` cancels them with their refund, for whoever may cancel an order.
 */
export const updateStatus = (sent: SentForm) =>
  sent.values.status === 'cancelled' && canSendForm(sent.user.role, '/admin/orders/:number', 'cancel')
    ? cancelChosen(sent)
    : setStatus(sent);
