import { stringify } from 'csv-stringify/sync';

import type { Db } from '#platform/db/database.server.ts';
import { decimals } from '#shared/money.ts';
import { sheetMoment, timeZone } from '#shared/moments.ts';
import { orderNotes } from '#shared/order-notes.ts';

import { returnedTax, statusLabel, waiverOf } from '../../rules.ts';
import * as repo from '../repo.server.ts';
import type { OrderFilter } from '../rules.ts';

const moment = (at: Date | null) => (at === null ? '' : sheetMoment(at));

const waivedCents = (order: repo.WholeOrder['order']) => waiverOf(order)?.amountCents ?? 0;

/** A title, or one that depends on the shop's zone; and its cell. */
type Column = [title: string | (() => string), value: (row: repo.WholeOrder) => string | number];

const columns: Column[] = [
  ['Order', ({ order }) => order.orderNumber],
  [() => `Placed at (${timeZone()})`, ({ order }) => moment(order.placedAt)],
  ['Status', ({ order }) => statusLabel(order.status)],
  ['Payment', ({ order }) => order.paymentStatus],
  ['Held', ({ order }) => order.holdReason ?? ''],
  ['Email', ({ order }) => order.email],
  ['First name', ({ order }) => order.customer.firstName],
  ['Last name', ({ order }) => order.customer.lastName],
  ['Phone', ({ order }) => order.customer.phone],
  ['Street', ({ order }) => order.shippingAddress.street],
  ['Line 2', ({ order }) => order.shippingAddress.line2 ?? ''],
  ['City', ({ order }) => order.shippingAddress.city],
  ['State', ({ order }) => order.shippingAddress.state],
  ['Postal code', ({ order }) => order.shippingAddress.postalCode],
  ['Country', ({ order }) => order.shippingAddress.country],
  ['Units', ({ units }) => units],
  ['Shipping method', ({ order }) => order.shippingOption?.name ?? ''],
  ['Code', ({ order }) => order.couponDiscount?.code ?? ''],
  ['Subtotal USD', ({ order }) => decimals(order.subtotalCents)],
  ['Discount USD', ({ order }) => decimals(order.discountCents - waivedCents(order))],
  ['Too small to charge USD', ({ order }) => decimals(waivedCents(order))],
  ['Shipping USD', ({ order }) => decimals(order.shippingCents)],
  ['Tax USD', ({ order }) => decimals(order.taxCents)],
  ['Included tax USD', ({ order }) => decimals(order.tax?.inclusive === true ? order.tax.amountCents : 0)],
  ['Tax name', ({ order }) => order.tax?.name ?? ''],
  ['Total USD', ({ order }) => decimals(order.totalCents)],
  ['Captured USD', ({ order }) => decimals(order.capturedCents)],
  ['Returned USD', ({ order }) => decimals(order.returnedCents)],
  ['Returned tax USD', ({ order }) => decimals(returnedTax(order))],
  ['Carrier', ({ order }) => order.carrierName ?? ''],
  ['Tracking number', ({ order }) => order.trackingNumber ?? ''],
  [() => `Shipped at (${timeZone()})`, ({ order }) => moment(order.shippedAt)],
  [() => `Delivered at (${timeZone()})`, ({ order }) => moment(order.deliveredAt)],
  ...orderNotes.map(({ name, label }): Column => [label, ({ order }) => order[name]]),
];

const batch = 500;

/** The orders that fit as CSV, newest first, amounts in dollars, piece by piece; a text that a spreadsheet would run as a formula begins with an apostrophe. */
export async function* ordersCsv(db: Db, filter: OrderFilter, size: number = batch): AsyncGenerator<string> {
  yield stringify([columns.map(([title]) => (typeof title === 'string' ? title : title()))]);
  let from: repo.Spot | null = null;
  for (;;) {
    const rows: repo.WholeOrder[] = await repo.listWhole(db, filter, { from, towards: 'older', limit: size });
    if (rows.length > 0) {
      yield stringify(
        rows.map((row) => columns.map(([, value]) => value(row))),
        { escape_formulas: true },
      );
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    from = { placedAt: last.spot, id: last.order.id };
  }
}
