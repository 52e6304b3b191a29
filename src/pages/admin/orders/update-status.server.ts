import { jumpQuestions, statusRefusals, type StatusRefusal } from '#modules/orders/orders.schema.ts';
import { adminStatuses, statusFailures } from '#modules/orders/order-status.ts';
import { changeStatuses, type BulkOutcome } from '#modules/orders/fulfillment.server.ts';
import { cut } from '#shared/clean-text.ts';
import { linesOf } from '#shared/form-values.ts';

import { showsTracking } from './status-form.tsx';
import { done, refused, type FormReply, type SentForm } from '../../forms/form-action.server.ts';

/** Result of a bulk change: the refused orders, and whether confirming would change them. */
export type StatusResult = { refused: { orderNumber: string; sentence: string }[]; canConfirm: boolean };

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

/** Maximum number of orders per request, equal to the rows of a page. */
const bulkMax = 50;

/** Parses the selected orders, each as 'number:version'. */
function chosenIn(lines: string): { orderNumber: string; version: number }[] {
  return linesOf(lines)
    .map((line) => /^([A-Z0-9-]{1,40}):(\d{1,9})$/.exec(line))
    .flatMap((found) => (found === null ? [] : [{ orderNumber: found[1] ?? '', version: Number(found[2]) }]))
    .slice(0, bulkMax);
}

const isQuestion = (refusal: StatusRefusal | null): refusal is keyof typeof jumpQuestions =>
  refusal !== null && refusal in jumpQuestions;

function replyOf(results: readonly BulkOutcome[]): FormReply<StatusResult> {
  const failed = results.flatMap(({ orderNumber, refusal }) =>
    refusal === null ? [] : [{ orderNumber, sentence: statusRefusals[refusal] }],
  );
  if (failed.length === 0) {
    const more = results.length === 1 ? '' : ` (${results.length} orders)`;
    return done(`Order status updated successfully${more}`);
  }
  const question = results.map(({ refusal }) => refusal).find(isQuestion);
  const result = { refused: failed, canConfirm: question !== undefined };
  if (results.length > 1)
    return { ...refused(`${statusFailures.failed}: ${failed.length} of ${results.length} orders`), result };
  return question === undefined
    ? { ...refused(statusFailures.failed), result }
    : { ...refused(jumpQuestions[question]), question: 'sure', result };
}

/**
 * Sets the chosen status on the selected orders. Used by the list's form and the order page's form.
 */
export const updateStatus = inForm<StatusResult>(async ({ ctx, actor, values }) => {
  const chosen = chosenIn(values.order ?? '');
  const status = adminStatuses.find((one) => one === values.status);
  if (chosen.length === 0 || status === undefined) return refused(statusFailures.nothing_chosen);
  const text = (name: string) => {
    const typed = chosen.length === 1 ? cut(values[name] ?? '', 100) : '';
    // An empty field removes what is stored only if it showed that.
    return typed === '' && values[showsTracking] === undefined ? undefined : typed;
  };
  const change = {
    status,
    carrierName: text('carrierName'),
    trackingNumber: text('trackingNumber'),
    confirm: values.confirm !== undefined,
  };
  return replyOf(
    await changeStatuses(
      ctx,
      actor,
      chosen.map((order) => ({ ...change, ...order })),
    ),
  );
});
