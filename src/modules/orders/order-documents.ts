import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import type { Cents } from '#shared/money.ts';

/** Kinds of documents that have a series of gapless numbers. */
export const documentKinds = ['invoice', 'credit_note'] as const;

export type DocumentKind = (typeof documentKinds)[number];

/** Last part of the address of a document's file. */
export const documentFiles: Record<DocumentKind, string> = {
  invoice: 'invoice.pdf',
  credit_note: 'credit-note.pdf',
};

/** Beginning of a document's number, so that no two modes share one. */
const modeMarks: Record<PaymentMode, string> = { live: '', test: 'TEST-', sandbox: 'DEMO-' };

type Numbered = { mode: PaymentMode; prefix: string; number: number };

/** Returns a document's number as it is written: 'R-2026-12', and 'DEMO-R-2026-12' in the demo. */
export const documentNumber = ({ mode, prefix, number }: Numbered): string => `${modeMarks[mode]}${prefix}${number}`;

/** Gapless number of a document, and its date. Both are null for the moments until it is given. */
export type Issue = { number: string; issuedAt: Date } | { number: null; issuedAt: null };

export type CreditNote = Issue & {
  refundId: string;
  amountCents: Cents;
  taxCents: Cents;
  /** Time at which its refund failed after all. It then counts for nothing and keeps its number. */
  voidedAt: Date | null;
};

/** Current documents of an order that have a gapless number or wait for it. */
export type OrderDocuments = { invoice: Issue | null; creditNotes: readonly CreditNote[] };

/** Documents of an order that was paid while the shop gave no gapless numbers. */
export const noDocuments: OrderDocuments = { invoice: null, creditNotes: [] };

/** Issued document that a later one corrects. */
export type CorrectedDocument = {
  kind: DocumentKind;
  number: string;
  issuedAt: Date;
  /** Number of the document that corrects it. Null until it is given. */
  correctedBy: string | null;
  /** Refund of a credit note. Null for an invoice. */
  amountCents: Cents | null;
};

/** Documents of an order, and those that they correct, invoices first. */
export type AllDocuments = OrderDocuments & { corrected: readonly CorrectedDocument[] };

/** Returns the name under which a customer finds a document that a later one corrects. */
export const earlierName = ({ kind, number }: Pick<CorrectedDocument, 'kind' | 'number'>): string =>
  `${kind === 'invoice' ? 'Earlier invoice' : 'Earlier credit note'} ${number}`;
