import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { chainsOf, issueOf, voidedAtOf, type Chain, type DocumentRow } from './document-chains.ts';
import {
  contentToStore,
  saysOther,
  writeCreditNote,
  writeInvoice,
  type Heading,
  type Written,
} from './document-content.server.ts';
import { listDocumentRows } from './find-documents.queries.server.ts';
import {
  findContent,
  insertCorrections,
  listUnwrittenOrders,
  lockForWriting,
  markWritten,
} from './issued-documents.queries.server.ts';
import { invoiceNumber } from './invoice-figures.ts';
import { documentKinds, type DocumentKind } from './order-documents.ts';
import type { OrderView } from './order-record.ts';
import { listOrdersById, loadOrder, type NewOrder, type OrderRow } from './orders.queries.server.ts';
import { pdfShop, pdfShopIn, type PdfShop } from './pdf-shop.server.ts';

/** Returns the heading of an issued document, which names the one before it in its chain. */
function headingOf({ rows }: Chain, row: DocumentRow): Heading | null {
  const { number, issuedAt } = issueOf(row);
  if (number === null) return null;
  const before = rows[rows.indexOf(row) - 1];
  const corrected = before === undefined ? null : issueOf(before);
  return { number, issuedAt, corrects: corrected === null || corrected.number === null ? null : corrected };
}

type Writing = { order: OrderView; shop: PdfShop; invoice: string };

/** Writes an issued document. Null while it has no number. */
function write({ order, shop, invoice }: Writing, chain: Chain, row: DocumentRow): Written | null {
  const heading = headingOf(chain, row);
  if (heading === null) return null;
  if (row.kind === 'invoice') return writeInvoice(order, shop, { heading, credited: null });
  const { amountCents, taxCents } = chain.original;
  const note = { amountCents: amountCents ?? 0, taxCents: taxCents ?? 0 };
  return writeCreditNote(order, shop, { note, heading, invoice });
}

/** Writes the issued documents of an order that have no content. */
function writeMissing(rows: readonly DocumentRow[], order: OrderView, shop: PdfShop) {
  const { chains, lastGiven } = chainsOf(rows);
  const invoice = lastGiven.invoice ?? invoiceNumber(order.orderNumber);
  return chains.flatMap((chain) =>
    chain.rows
      .filter(({ isWritten }) => !isWritten)
      .flatMap((row) => {
        const written = write({ order, shop, invoice }, chain, row);
        if (written === null) return [];
        return { id: row.id, content: contentToStore(written, order.orderNumber), contact: written.contact };
      }),
  );
}

/** Stores what the issued documents of orders say, as far as they have no content. */
async function writeOrders(tx: Db, shop: PdfShop, orderIds: readonly string[]): Promise<void> {
  await lockForWriting(tx, orderIds);
  const rows = Map.groupBy(await listDocumentRows(tx, orderIds), ({ orderId }) => orderId);
  const views = await listOrdersById(tx, orderIds);
  await markWritten(
    tx,
    views.flatMap((order) => writeMissing(rows.get(order.id) ?? [], order, shop)),
  );
}

/**
 * Stores what issued documents without content say, of `limit` orders, in the transaction that
 * gives their numbers. Returns the number of orders.
 */
export async function writeIssued(tx: Db, shop: PdfShop, limit: number): Promise<number> {
  const orderIds = await listUnwrittenOrders(tx, limit);
  if (orderIds.length > 0) await writeOrders(tx, shop, orderIds);
  return orderIds.length;
}

type Named = { orderId: string; kind: DocumentKind; number: string };

/**
 * Finds an issued document of an order by its number, with all that it says. A document of an
 * earlier version is written first, once. Null if the order has no such document.
 */
export async function findIssued(ctx: Ctx, { orderId, kind, number }: Named) {
  const { chains } = chainsOf(await listDocumentRows(ctx.db, [orderId]));
  const isNamed = (row: DocumentRow) => row.kind === kind && issueOf(row).number === number;
  const chain = chains.find(({ rows }) => rows.some(isNamed));
  const row = chain?.rows.find(isNamed);
  if (chain === undefined || row === undefined) return null;
  if (!row.isWritten) {
    const shop = await pdfShop(ctx);
    await inTransaction(ctx.db, (tx) => writeOrders(tx, shop, [orderId]));
  }
  const found = await findContent(ctx.db, row.id);
  return found === null ? null : { ...found, voidedAt: voidedAtOf(chain) };
}

type Correction = { order: OrderRow; set: Partial<NewOrder> };

const changesWords = ({ order, set }: Correction, kind: DocumentKind): boolean => {
  const before = { ...order, items: [] };
  return saysOther(kind, before, { ...before, ...set });
};

/**
 * Makes a new document for each issued one of a locked order that would say something else after a
 * change, in the transaction of that change and before it is written. Each names the document that
 * it corrects. No-op for what is not issued yet, for a correction that still waits for its number,
 * and for a void credit note.
 */
export async function correctDocuments(tx: Db, ctx: Ctx, correction: Correction): Promise<void> {
  const kinds = documentKinds.filter((kind) => changesWords(correction, kind));
  if (kinds.length === 0) return;
  const { id } = correction.order;
  const rows = await listDocumentRows(tx, [id]);
  const corrected = chainsOf(rows).chains.filter(
    (chain) => chain.last.number !== null && kinds.includes(chain.last.kind) && voidedAtOf(chain) === null,
  );
  if (corrected.length === 0) return;
  const isUnwritten = rows.some(({ number, isWritten }) => number !== null && !isWritten);
  if (isUnwritten) await markWritten(tx, writeMissing(rows, await loadOrder(tx, id), await pdfShopIn(tx, ctx)));
  await insertCorrections(
    tx,
    corrected.map(({ original }) => original.id),
  );
}
