import { orderPrefixes } from '#modules/content/order-number-prefixes.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { ok, type Result } from '#shared/result.ts';

import { trackingNumberWarning } from './carriers.ts';
import type { OrderView } from './order-record.ts';
import { listOrdersByNumber } from './orders.queries.server.ts';
import { countWaiting, listOrderStates, listToShip, listWithTracking } from './ship-orders.queries.server.ts';
import type { RowRefusal } from './ship-orders.schema.ts';
import { deskMax, queueMax, type FileRefusal } from './ship-orders.ts';
import { ordersNamed, readLines, shipmentsIn, type FileRow } from './shipment-file.server.ts';
import { trackingNumberIn } from './shipment.ts';
import { decideStatus, ordersByNumber } from './status-change.ts';

/** Max orders that are counted beyond those listed. */
const countMax = 1_000;

/** Counts the queues of the orders list, one more than `queueMax` at most. */
export const countQueues = (db: Db) => countWaiting(db, queueMax + 1);

/**
 * Returns the orders to ship, oldest first, how many more there are (`countMax` at most) and how
 * many are on hold.
 */
export async function findShippingDesk(db: Db) {
  const [rows, { toShip, held }] = await Promise.all([listToShip(db, deskMax), countWaiting(db, deskMax + countMax)]);
  return { rows, more: Math.max(0, toShip - rows.length), held };
}

/** Returns the orders to pack, oldest first: those with these numbers, or all on the desk. */
export async function listOrdersToPack(db: Db, orderNumbers: readonly string[]): Promise<OrderView[]> {
  const all = orderNumbers.length > 0 ? orderNumbers : (await listToShip(db, deskMax)).map((row) => row.orderNumber);
  const found = await listOrdersByNumber(db, all.slice(0, deskMax));
  return found.toReversed();
}

/** Row of a file with its order's version. A doubt refuses nothing. */
export type CheckedRow = FileRow & { version: number; refusal: RowRefusal | null; doubt: string | null };

/** Returns the rows that have the order and number of an earlier one. */
function repeatedRows(rows: readonly FileRow[]): ReadonlySet<FileRow> {
  const keyOf = ({ orderNumber, trackingNumber }: FileRow) => `${orderNumber} ${trackingNumberIn(trackingNumber)}`;
  return new Set([...Map.groupBy(rows, keyOf).values()].flatMap((same) => same.slice(1)));
}

/** Returns the rows whose order has an earlier one. */
const furtherRows = (rows: readonly FileRow[]): ReadonlySet<FileRow> =>
  new Set([...Map.groupBy(rows, ({ orderNumber }) => orderNumber).values()].flatMap((same) => same.slice(1)));

/** Reads what decides about the rows of a file. Returns a function that checks one of them. */
async function readChecks(db: Db, rows: readonly FileRow[]) {
  const changes = rows.flatMap(({ orderNumber, ...row }) =>
    orderNumber === null ? [] : { ...row, orderNumber, status: 'shipped' as const, inBulk: true },
  );
  const numbers = changes.map(({ trackingNumber }) => trackingNumberIn(trackingNumber));
  const states = await listOrderStates(
    db,
    changes.map(({ orderNumber }) => orderNumber),
  );
  const used = Map.groupBy(await listWithTracking(db, numbers), ({ solidNumber }) => solidNumber);
  const stateOf = new Map(states.map((one) => [one.orderNumber, one]));
  const together = ordersByNumber(changes);
  const again = repeatedRows(rows);
  const further = furtherRows(rows);
  return (row: FileRow): { version: number; refusal: RowRefusal | null } => {
    const order = stateOf.get(row.orderNumber ?? '');
    if (order === undefined) return { version: 0, refusal: 'unknown_order' };
    const { version, orderNumber } = order;
    const number = trackingNumberIn(row.trackingNumber);
    if (number === '') return { version, refusal: 'number_missing' };
    if (again.has(row)) return { version, refusal: 'order_twice' };
    const listed = (together.get(number) ?? []).flatMap((other) => stateOf.get(other) ?? []);
    const users = [...(used.get(number) ?? []), ...listed].filter((user) => user.orderNumber !== orderNumber);
    const decided = decideStatus(order, { ...row, orderNumber, status: 'shipped', inBulk: true }, users);
    const question = decided.ok && further.has(row) ? 'another_package' : null;
    return { version, refusal: decided.ok ? question : decided.reason };
  };
}

/**
 * Checks a file with tracking numbers and changes nothing. `carrier` is that of rows without one.
 */
export async function checkShipments(
  ctx: Ctx,
  { text, carrier }: { text: string; carrier: string },
): Promise<Result<CheckedRow[], FileRefusal>> {
  const lines = readLines(text);
  if (!lines.ok) return lines;
  const prefixes = await orderPrefixes(ctx);
  const stored = await listOrderStates(ctx.db, ordersNamed(lines.value, prefixes));
  const known = new Set(stored.map(({ orderNumber }) => orderNumber));
  const rows = shipmentsIn(lines.value, { prefixes, known, carrier });
  if (!rows.ok) return rows;
  const check = await readChecks(ctx.db, rows.value);
  const doubtOf = ({ carrierName, trackingNumber }: FileRow) =>
    trackingNumberWarning(carrierName, trackingNumberIn(trackingNumber));
  return ok(rows.value.map((row): CheckedRow => ({ ...row, ...check(row), doubt: doubtOf(row) })));
}
