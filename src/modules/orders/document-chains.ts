import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Cents } from '#shared/money.ts';

import {
  documentNumber,
  type AllDocuments,
  type CorrectedDocument,
  type CreditNote,
  type DocumentKind,
  type Issue,
} from './order-documents.ts';
import type { RefundStatus } from './refunds.ts';

/** Document as stored, with its refund. */
export type DocumentRow = {
  id: string;
  orderId: string;
  mode: PaymentMode;
  kind: DocumentKind;
  originalId: string | null;
  prefix: string | null;
  number: number | null;
  issuedAt: Date | null;
  taxCents: Cents | null;
  isWritten: boolean;
  refundId: string | null;
  amountCents: Cents | null;
  refundStatus: RefundStatus | null;
  refundChangedAt: Date | null;
};

type IssueRow = Pick<DocumentRow, 'mode' | 'prefix' | 'number' | 'issuedAt'>;

/** Returns number and date of a stored document. */
export function issueOf({ mode, prefix, number, issuedAt }: IssueRow): Issue {
  if (prefix === null || number === null || issuedAt === null) return { number: null, issuedAt: null };
  return { number: documentNumber({ mode, prefix, number }), issuedAt };
}

/**
 * A document and its corrections, in the order of their numbers. The last one may wait for its
 * number.
 */
export type Chain = { original: DocumentRow; rows: readonly DocumentRow[]; last: DocumentRow };

function listChains(rows: readonly DocumentRow[]): Chain[] {
  return rows
    .filter(({ originalId }) => originalId === null)
    .map((original) => {
      const corrections = rows.filter(({ originalId }) => originalId === original.id);
      return { original, rows: [original, ...corrections], last: corrections.at(-1) ?? original };
    });
}

/**
 * Returns when the refund of a credit note failed after all. Null for a valid one and an invoice.
 */
export const voidedAtOf = ({ original }: Pick<Chain, 'original'>): Date | null =>
  original.refundStatus === 'failed' ? original.refundChangedAt : null;

const correctedOf = ({ original, rows }: Chain): CorrectedDocument[] =>
  rows.slice(0, -1).flatMap((row, index) => {
    const { number, issuedAt } = issueOf(row);
    const next = rows[index + 1];
    if (number === null || next === undefined) return [];
    const { kind, amountCents } = original;
    return { kind, number, issuedAt, correctedBy: issueOf(next).number, amountCents };
  });

function creditNoteOf(chain: Chain): CreditNote[] {
  const { refundId, amountCents, taxCents } = chain.original;
  if (refundId === null || amountCents === null) return [];
  return [{ ...issueOf(chain.last), refundId, amountCents, taxCents: taxCents ?? 0, voidedAt: voidedAtOf(chain) }];
}

/** Returns the last number of a chain that was given. Null before the first one. */
function lastNumber({ rows }: Chain): string | null {
  const issued = rows.findLast(({ number }) => number !== null);
  return issued === undefined ? null : issueOf(issued).number;
}

/** Returns the chains of an order's documents, and the documents by their place in them. */
export function chainsOf(rows: readonly DocumentRow[]) {
  const chains = listChains(rows);
  const invoice = chains.find(({ original }) => original.kind === 'invoice');
  const notes = chains.filter(({ original }) => original.kind === 'credit_note');
  const documents: AllDocuments = {
    invoice: invoice === undefined ? null : issueOf(invoice.last),
    creditNotes: notes.flatMap(creditNoteOf),
    corrected: [...(invoice === undefined ? [] : correctedOf(invoice)), ...notes.flatMap(correctedOf)],
  };
  const valid = notes.filter(({ original }) => original.refundStatus === 'succeeded');
  const creditNotes = valid.flatMap((chain) => lastNumber(chain) ?? []);
  return { chains, documents, lastGiven: { invoice: invoice === undefined ? null : lastNumber(invoice), creditNotes } };
}
