import { adminStatuses, statusFailures, statusProblem } from '#modules/orders/order-status.ts';
import { changeStatuses } from '#modules/orders/fulfillment.server.ts';
import { bulkMax, chosenRowsIn, type BulkResult } from '#shared/bulk-action.ts';
import type { FormValues } from '#shared/form-values.ts';

import { bulkReply } from '../components/bulk-reply.server.ts';
import { anotherPackage, showsTracking } from './status-form.tsx';
import { doubt, isSure, formError, type FormReply, type SentForm } from '../../forms/form-action.server.ts';

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

/** Asks once for all orders that a question keeps from their change. */
function withQuestion(reply: FormReply<BulkResult>, { changed, same, refused: rows }: BulkResult) {
  const row = rows.find(({ question }) => question !== undefined);
  if (row === undefined) return reply;
  const isAlone = changed.length + same.length + rows.length === 1;
  const message = isAlone ? `${row.sentence} ${row.question}` : reply.message;
  return { ...reply, ...doubt(message, { yes: 'Yes, change it anyway' }), result: reply.result };
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

/**
 * Sets the chosen status on the selected orders. Used by the list's form and the order page's form.
 */
export const updateStatus = inForm<BulkResult>(async ({ ctx, actor, values }) => {
  const chosen = chosenRowsIn(values.chosen ?? '');
  const status = adminStatuses.find((one) => one === values.status);
  if (status === undefined) return formError(statusProblem(values.status));
  const shipment = chosen.length === 1 ? shipmentIn(values) : { anotherPackage: false };
  const change = { ...shipment, status, confirm: isSure(values) };
  const changes = chosen.map(({ id, seen }) => ({ ...change, orderNumber: id, version: Number(seen) }));
  const all = shipment.anotherPackage ? () => 'Package added' : words.all;
  const result = await changeStatuses(ctx, actor, { changes });
  const reply = bulkReply(result, { ...words, all });
  return result.ok ? withQuestion(reply, result.value) : reply;
});
