import { actorOf } from '#modules/ground/audit/service.server.ts';
import { jumpQuestions, statusRefusals, type StatusRefusal } from '#modules/buying/orders/contract.ts';
import { adminStatuses, statusFailures } from '#modules/buying/orders/fulfilment/rules.ts';
import { changeStatuses, type BulkOutcome } from '#modules/buying/orders/fulfilment/service.server.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';

import { textIn, typedIn, type Typed } from './typed.ts';

export type StatusOutcome = {
  ok: boolean;
  message: string;
  /** What is asked before it is done. */
  question: string | null;
  /** Orders that were not changed, and why. */
  refused: { orderNumber: string; sentence: string }[];
  typed: Typed;
};

/** At most this many orders in one go: as many as a page shows. */
const bulkMax = 50;

/** The orders that were ticked, each as 'number:version'. */
function chosenIn(form: FormData): { orderNumber: string; version: number }[] {
  return form
    .getAll('order')
    .filter((value) => typeof value === 'string')
    .map((value) => /^([A-Z0-9-]{1,40}):(\d{1,9})$/.exec(value))
    .flatMap((found) => (found === null ? [] : [{ orderNumber: found[1] ?? '', version: Number(found[2]) }]))
    .slice(0, bulkMax);
}

const isQuestion = (refusal: StatusRefusal | null): refusal is keyof typeof jumpQuestions =>
  refusal !== null && refusal in jumpQuestions;

function outcomeOf(results: readonly BulkOutcome[], typed: Typed): StatusOutcome {
  const refused = results.flatMap(({ orderNumber, refusal }) =>
    refusal === null ? [] : [{ orderNumber, sentence: statusRefusals[refusal] }],
  );
  const asked = results.map(({ refusal }) => refusal).find(isQuestion);
  const question = asked === undefined ? null : jumpQuestions[asked];
  const done = results.length - refused.length;
  if (refused.length === 0) {
    const count = done === 1 ? '' : ` (${done} orders)`;
    return { ok: true, message: `Order status updated successfully${count}`, question, refused, typed: {} };
  }
  const part = results.length === 1 ? '' : `: ${refused.length} of ${results.length} orders`;
  const message = question !== null && results.length === 1 ? question : `${statusFailures.failed}${part}`;
  return { ok: false, message, question, refused, typed };
}

/** Gives the ticked orders the chosen status: the one form of the list and of an order's page. */
export async function updateStatus(
  { ctx, visitor }: Pick<PageRequest, 'ctx' | 'visitor'>,
  form: FormData,
): Promise<StatusOutcome> {
  const typed = typedIn(form);
  const chosen = chosenIn(form);
  const status = adminStatuses.find((one) => one === textIn(form, 'status'));
  if (chosen.length === 0 || status === undefined) {
    return { ok: false, message: statusFailures.nothing_chosen, question: null, refused: [], typed };
  }
  const one = chosen.length === 1;
  const change = {
    status,
    carrierName: one ? textIn(form, 'carrierName').slice(0, 100) : null,
    trackingNumber: one ? textIn(form, 'trackingNumber').slice(0, 100) : null,
    confirm: form.has('confirm'),
  };
  const results = await changeStatuses(
    ctx,
    actorOf(visitor),
    chosen.map((order) => ({ ...change, ...order })),
  );
  return outcomeOf(results, typed);
}
