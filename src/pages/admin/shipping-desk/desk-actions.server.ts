import { changeStatuses } from '#modules/orders/fulfillment.server.ts';
import { fileRefusals, isRowQuestion, rowSentence } from '#modules/orders/ship-orders.schema.ts';
import { checkShipments, type CheckedRow } from '#modules/orders/ship-orders.server.ts';
import { deskMax, fileMax, type FileRefusal } from '#modules/orders/ship-orders.ts';
import { trackingNumberIn } from '#modules/orders/shipment.ts';
import type { StatusChange } from '#modules/orders/status-change.ts';
import { chosenRowsIn, type BulkRefusal, type BulkResult, type ChosenRow } from '#shared/bulk-action.ts';
import { formText, nonEmptyLines, type FormValues } from '#shared/form-values.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { sureField } from '#ui/form-response.ts';
import { textOfFile } from '#shared/text-of-file.ts';

import { bulkReply } from '../components/bulk-reply.server.ts';
import { formSuccess, adminAction, formError, type FormReply, type SentForm } from '../../forms/form-action.server.ts';

/** Row of a checked file. `sentence` says why it is refused; `doubt` refuses nothing. */
export type FileLine = {
  line: number;
  order: string;
  carrier: string;
  number: string;
  sentence: string | null;
  doubt: string | null;
};

export type DeskResult =
  | {
      kind: 'checked';
      lines: FileLine[];
      ready: string;
      readyCount: number;
      questioned: string;
      questionedCount: number;
    }
  | ({ kind: 'shipped' } & BulkResult);

const toShip = ({ id, seen }: ChosenRow) => ({
  orderNumber: id,
  version: Number(seen),
  status: 'shipped' as const,
  inBulk: true,
});

/** Returns the rows to ship: those with a tracking number, and the selected ones. */
function shipmentsIn(values: FormValues): StatusChange[] {
  const selected = new Set(nonEmptyLines(values.selected ?? ''));
  return chosenRowsIn(values.row ?? '').flatMap((row): StatusChange[] => {
    const order = toShip(row);
    const {
      [`number:${row.id}`]: trackingNumber = '',
      [`carrier:${row.id}`]: own = '',
      [`${sureField}:${row.id}`]: confirmed = '',
    } = values;
    const isNumbered = trackingNumberIn(trackingNumber) !== '';
    if (!isNumbered) return selected.has(row.id) ? [{ ...order, carrierName: null, trackingNumber: null }] : [];
    const carrierName = own === '' ? (values.carrier ?? '') : own;
    return [{ ...order, carrierName, trackingNumber, confirm: nonEmptyLines(confirmed) }];
  });
}

const counted = (count: number) => (count === 1 ? '1 order' : `${count} orders`);

// An order may be listed with several packages.
const ordersIn = (ids: readonly string[]) => counted(new Set(ids).size);

function shippedText({ changed, same, refused: rows }: BulkResult): string {
  const sentences = [
    `${ordersIn(changed)} marked as shipped.`,
    same.length === 0 ? '' : `${ordersIn(same)} already marked with the same tracking number.`,
    rows.length === 0 ? '' : `${counted(rows.length)} not shipped. See the reasons below.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

async function shipAll({ ctx, actor }: SentForm, shipped: Shipped): Promise<FormReply<DeskResult>> {
  const { changes, max, ...words } = shipped;
  const result = await changeStatuses(ctx, actor, { changes, max });
  const reply = bulkReply(result, { ...words, all: shippedText, some: shippedText });
  // Shown above the panels of the page, not in the form.
  return { ...reply, issues: {}, result: result.ok ? { kind: 'shipped', ...result.value } : null };
}

type Shipped = Record<BulkRefusal, string> & { changes: readonly StatusChange[]; max: number };

const ship = (sent: SentForm) =>
  shipAll(sent, {
    changes: shipmentsIn(sent.values),
    max: deskMax,
    no_rows: 'Enter a tracking number, or select orders that ship without one.',
    too_many_rows: `Ship at most ${deskMax} orders at once.`,
  });

/** Returns the text of the chosen file, or else the pasted one. Reads no large file. */
async function sentText(form: FormData): Promise<Result<string, FileRefusal>> {
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) return ok(formText(form, 'pasted'));
  return file.size > fileMax.bytes ? refuse('too_large') : textOfFile(await file.bytes(), fileMax.bytes);
}

const cell = (text: string) => text.replaceAll(/\s+/g, ' ');

/** Writes a row for the form that ships it. `question` is the one that the form confirms. */
const sentRow = ({ orderNumber, version, carrierName, trackingNumber, refusal }: CheckedRow) =>
  [`${orderNumber}:${version}`, cell(carrierName), cell(trackingNumber), refusal ?? ''].join('\t');

async function check({ ctx, form }: SentForm): Promise<FormReply<DeskResult>> {
  const text = await sentText(form);
  const checked = text.ok ? await checkShipments(ctx, { text: text.value, carrier: formText(form, 'carrier') }) : text;
  if (!checked.ok) return formError(fileRefusals[checked.reason], { form: '' });
  const fine = checked.value.filter(({ refusal }) => refusal === null);
  const questioned = checked.value.filter(({ refusal }) => isRowQuestion(refusal));
  const lines = checked.value.map(
    ({ line, typed, orderNumber, carrierName, trackingNumber, refusal, doubt }): FileLine => ({
      line,
      order: orderNumber ?? typed,
      carrier: carrierName,
      number: trackingNumber,
      sentence: refusal === null ? null : rowSentence(refusal),
      doubt,
    }),
  );
  const all = checked.value.length;
  const message = `${fine.length} of ${all === 1 ? '1 row' : `${all} rows`} can be shipped. Nothing is marked as shipped yet.`;
  return formSuccess(message, {
    kind: 'checked',
    lines,
    ready: fine.map(sentRow).join('\n'),
    readyCount: fine.length,
    questioned: questioned.map(sentRow).join('\n'),
    questionedCount: questioned.length,
  });
}

/** Reads a row that `check` has written. */
function sentChanges(row: string): StatusChange[] {
  const [order = '', carrierName = '', trackingNumber = '', question = ''] = row.split('\t');
  return chosenRowsIn(order).map((one) => ({ ...toShip(one), carrierName, trackingNumber, confirm: [question] }));
}

/** Ships the fine rows of a checked file, and those with a question once that is confirmed. */
function shipFile(sent: SentForm): Promise<FormReply<DeskResult>> {
  const { form } = sent;
  const questioned = form.get(sureField) === null ? '' : formText(form, 'questioned');
  const rows = new Set(nonEmptyLines(`${formText(form, 'ready')}\n${questioned}`));
  return shipAll(sent, {
    changes: [...rows].flatMap(sentChanges),
    max: fileMax.rows,
    no_rows: fileRefusals.empty,
    too_many_rows: fileRefusals.too_many_rows,
  });
}

export const deskAction = adminAction<'/admin/shipping-desk', DeskResult>('/admin/shipping-desk', {
  ship,
  check,
  'ship-file': shipFile,
});
