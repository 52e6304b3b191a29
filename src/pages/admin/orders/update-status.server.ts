import { jumpQuestions, statusRefusals, type StatusRefusal } from '#modules/orders/orders.schema.ts';
import { adminStatuses, statusFailures } from '#modules/orders/fulfillment.ts';
import { changeStatuses, type BulkOutcome } from '#modules/orders/fulfillment.server.ts';
import type { OrderView } from '#modules/orders/order.ts';
import { cut } from '#shared/storable.ts';
import { linesOf, type FormValues } from '#shared/typed.ts';

import { done, refused, type Reply, type Sent } from '../../forms/action.server.ts';

/** What came of several orders: those that were not changed, and whether ticking a box would change them. */
export type StatusResult = { refused: { orderNumber: string; sentence: string }[]; canConfirm: boolean };

/** Has every failure said in the form itself, also one that is about none of its fields; a refusal is answered with the page. */
export const inForm =
  <T>(act: (sent: Sent) => Promise<Reply<T>>) =>
  async (sent: Sent): Promise<Reply<T>> => {
    const { conflict: _conflict, ...reply } = await act(sent);
    return reply.ok ? reply : { ...reply, status: 200, issues: { form: '', ...reply.issues } };
  };

/** At most this many orders in one go: as many as a page shows. */
const bulkMax = 50;

/** The orders that were ticked, each as 'number:version'. */
function chosenIn(lines: string): { orderNumber: string; version: number }[] {
  return linesOf(lines)
    .map((line) => /^([A-Z0-9-]{1,40}):(\d{1,9})$/.exec(line))
    .flatMap((found) => (found === null ? [] : [{ orderNumber: found[1] ?? '', version: Number(found[2]) }]))
    .slice(0, bulkMax);
}

const isQuestion = (refusal: StatusRefusal | null): refusal is keyof typeof jumpQuestions =>
  refusal !== null && refusal in jumpQuestions;

/** What is said of a field of the parcel that was emptied while the order keeps what it holds, as a parcel on its way does. */
function keptWords({ carrierName, trackingNumber }: OrderView, values: FormValues): string {
  const kept = [values.carrierName === '' && carrierName, values.trackingNumber === '' && trackingNumber];
  const words = kept.filter(Boolean).join(' ');
  return words === '' ? '' : `. It keeps ${words}: type another to replace it.`;
}

function replyOf(results: readonly BulkOutcome[], values: FormValues): Reply<StatusResult> {
  const failed = results.flatMap(({ orderNumber, refusal }) =>
    refusal === null ? [] : [{ orderNumber, sentence: statusRefusals[refusal] }],
  );
  if (failed.length === 0) {
    const [only] = results.length === 1 ? results.map(({ order }) => order) : [];
    const more = only ? keptWords(only, values) : ` (${results.length} orders)`;
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

/** Gives the ticked orders the chosen status: the one form of the list and of an order's page. */
export const updateStatus = inForm<StatusResult>(async ({ ctx, actor, values }) => {
  const chosen = chosenIn(values.order ?? '');
  const status = adminStatuses.find((one) => one === values.status);
  if (chosen.length === 0 || status === undefined) return refused(statusFailures.nothing_chosen);
  const text = (name: string) => (chosen.length === 1 ? cut(values[name] ?? '', 100) : null);
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
    values,
  );
});
