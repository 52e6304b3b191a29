import { carrierNamed } from '#modules/orders/carriers.ts';
import { fileRefusals, shipmentRefusals } from '#modules/orders/ship-orders.schema.ts';
import { checkShipments, shipOrders, type ShipmentOutcome } from '#modules/orders/ship-orders.server.ts';
import { deskMax, fileMax, trackingNumberIn, type FileRefusal, type Shipment } from '#modules/orders/ship-orders.ts';
import { textOfFile } from '#modules/orders/shipment-file.server.ts';
import { formText, linesOf, type FormValues } from '#shared/form-values.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { done, adminAction, refused, type FormReply, type SentForm } from '../../forms/form-action.server.ts';

/** Row of a checked file. `sentence` says why it is refused; `doubt` refuses nothing. */
export type FileLine = {
  line: number;
  order: string;
  carrier: string;
  number: string;
  sentence: string | null;
  doubt: string | null;
};

export type NotShipped = Pick<Shipment, 'orderNumber' | 'carrierName' | 'trackingNumber'> & { sentence: string };

export type DeskResult =
  | { kind: 'checked'; lines: FileLine[]; ready: string; readyCount: number }
  | { kind: 'shipped'; notShipped: NotShipped[] };

const orderForm = /^([A-Z0-9-]{1,40}):(\d{1,9})$/;

/** Parses 'number:version'. */
function orderIn(text: string): Pick<Shipment, 'orderNumber' | 'version'> | null {
  const [, orderNumber, version] = orderForm.exec(text) ?? [];
  return orderNumber === undefined ? null : { orderNumber, version: Number(version) };
}

/** Returns the rows to ship: those with a tracking number, and the selected ones. */
function shipmentsIn(values: FormValues): Shipment[] {
  const selected = new Set(linesOf(values.selected ?? ''));
  return linesOf(values.row ?? '')
    .slice(0, deskMax)
    .flatMap((row) => {
      const order = orderIn(row);
      if (order === null) return [];
      const trackingNumber = trackingNumberIn(values[`number:${order.orderNumber}`] ?? '');
      if (trackingNumber === '') {
        return selected.has(order.orderNumber) ? { ...order, carrierName: null, trackingNumber: null } : [];
      }
      const carrier = values[`carrier:${order.orderNumber}`] ?? '';
      return { ...order, carrierName: carrierNamed(carrier === '' ? (values.carrier ?? '') : carrier), trackingNumber };
    });
}

const counted = (count: number) => (count === 1 ? '1 order' : `${count} orders`);

function replyOf(outcomes: readonly ShipmentOutcome[]): FormReply<DeskResult> {
  const count = (kind: ShipmentOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === kind).length;
  const notShipped = outcomes.flatMap(({ outcome, orderNumber, carrierName, trackingNumber }) =>
    outcome === 'shipped' || outcome === 'repeated'
      ? []
      : { orderNumber, carrierName, trackingNumber, sentence: shipmentRefusals[outcome] },
  );
  const repeated = count('repeated');
  const sentences = [
    `${counted(count('shipped'))} marked as shipped.`,
    repeated === 0 ? '' : `${counted(repeated)} had been marked before, with the same number.`,
    notShipped.length === 0 ? '' : `${counted(notShipped.length)} not shipped: see why below.`,
  ];
  const message = sentences.filter(Boolean).join(' ');
  const result = { kind: 'shipped', notShipped } as const;
  return notShipped.length === 0 ? done(message, result) : { ...refused(message), status: 200, result };
}

async function ship({ ctx, actor, values }: SentForm): Promise<FormReply<DeskResult>> {
  const shipments = shipmentsIn(values);
  if (shipments.length === 0) return refused('Enter a tracking number, or select the orders that ship without one.');
  return replyOf(await shipOrders(ctx, actor, shipments));
}

/** Returns the text of the chosen file, or else the pasted one. Reads no large file. */
async function sentText(form: FormData): Promise<Result<string, FileRefusal>> {
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) return ok(formText(form, 'pasted'));
  return file.size > fileMax.bytes ? refuse('too_large') : textOfFile(await file.bytes());
}

async function check({ ctx, form }: SentForm): Promise<FormReply<DeskResult>> {
  const text = await sentText(form);
  const checked = text.ok ? await checkShipments(ctx, { text: text.value, carrier: formText(form, 'carrier') }) : text;
  if (!checked.ok) return refused(fileRefusals[checked.reason], { form: '' });
  const fine = checked.value.filter(({ refusal }) => refusal === null);
  const lines = checked.value.map(
    ({ line, typed, orderNumber, carrierName, trackingNumber, refusal, doubt }): FileLine => ({
      line,
      order: orderNumber ?? typed.order,
      carrier: carrierName ?? typed.carrier,
      number: trackingNumber,
      sentence: refusal === null ? null : shipmentRefusals[refusal],
      doubt,
    }),
  );
  const ready = fine.map((row) =>
    [`${row.orderNumber}:${row.version}`, row.carrierName, row.trackingNumber].join('\t'),
  );
  const all = checked.value.length;
  const message = `Checked: ${fine.length} of ${all === 1 ? '1 row' : `${all} rows`} can be shipped. Nothing has been sent yet.`;
  return done(message, { kind: 'checked', lines, ready: ready.join('\n'), readyCount: fine.length });
}

/** Ships the fine rows of a checked file. They are checked again, because their form may be old. */
async function shipFile({ ctx, actor, form }: SentForm): Promise<FormReply<DeskResult>> {
  const shipments = linesOf(formText(form, 'ready'))
    .slice(0, fileMax.rows)
    .flatMap((row) => {
      const [order = '', carrier = '', number = ''] = row.split('\t');
      const known = orderIn(order);
      return known === null
        ? []
        : { ...known, carrierName: carrierNamed(carrier), trackingNumber: trackingNumberIn(number) };
    });
  if (shipments.length === 0) return refused(fileRefusals.empty);
  return replyOf(await shipOrders(ctx, actor, shipments));
}

export const deskAction = adminAction<'/admin/shipping-desk', DeskResult>('/admin/shipping-desk', {
  ship,
  check,
  'ship-file': shipFile,
});
