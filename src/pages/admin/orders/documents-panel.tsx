import { Link } from 'react-router';

import type { CorrectedDocument, DocumentKind, Issue } from '#modules/orders/order-documents.ts';
import type { OrderDetail } from '#modules/orders/orders.server.ts';
import { formatUsd } from '#shared/money.ts';
import { shortDay } from '#shared/shop-time.ts';

import { Badge } from '../components/badge.tsx';
import { Panel } from '../components/page.tsx';
import { useCanOpenPage } from '../use-permissions.ts';

type EntryProps = {
  kind: DocumentKind;
  issue: Issue;
  to: string | null;
  cents: number;
  isVoid?: boolean;
  /** Document that corrects it. Null if none does. */
  correctedBy?: string | null;
};

const kindNames: Record<DocumentKind, string> = { invoice: 'Invoice', credit_note: 'Credit note' };

function Entry({ kind, issue: { number, issuedAt }, to, cents, isVoid = false, correctedBy = null }: EntryProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span>{kindNames[kind]}</span>
      {number === null || to === null ? (
        <span className="text-soft">{number ?? 'Number pending'}</span>
      ) : (
        <Link
          to={to}
          reloadDocument
          target="_blank"
          className="inline-flex min-h-11 items-center break-all text-berry underline underline-offset-4"
        >
          <span>{number}</span>
          <span className="sr-only"> (PDF, opens in a new tab)</span>
        </Link>
      )}
      {isVoid ? <Badge tone="warn">Void (refund failed)</Badge> : null}
      {correctedBy === null ? null : <Badge>{`Corrected by ${correctedBy}`}</Badge>}
      <span className="text-sm text-soft">{issuedAt === null ? '' : shortDay(issuedAt)}</span>
      <span className="ml-auto tabular-nums">{formatUsd(cents)}</span>
    </li>
  );
}

/** Text for the number of a correction that is still to be given. */
const toFollow = 'a new one, number to follow';

type CorrectedProps = { document: CorrectedDocument; to: string | null; totalCents: number };

/** Issued document that a later one corrects. It still says what it said. */
function CorrectedEntry({ document, to, totalCents }: CorrectedProps) {
  const { kind, amountCents, correctedBy } = document;
  const cents = amountCents === null ? totalCents : -amountCents;
  return <Entry kind={kind} issue={document} to={to} cents={cents} correctedBy={correctedBy ?? toFollow} />;
}

/** Invoices and credit notes with gapless numbers. Absent if the order has none of them. */
export function DocumentsPanel({ detail: { order, documents } }: { detail: OrderDetail }) {
  const mayOpen = useCanOpenPage();
  const { invoice, creditNotes, corrected } = documents;
  if (invoice === null && creditNotes.length === 0) return null;
  const files = `/admin/orders/${order.orderNumber}`;
  const pathOf = (kind: DocumentKind, number: string | null) => {
    const query = `?number=${encodeURIComponent(number ?? '')}`;
    if (kind === 'invoice') return number === null ? null : `${files}/invoice.pdf${query}`;
    return number !== null && mayOpen('/admin/orders/:number/credit-note.pdf')
      ? `${files}/credit-note.pdf${query}`
      : null;
  };
  return (
    <Panel title="Documents">
      <ul className="divide-y divide-line">
        {corrected.map((document) => (
          <CorrectedEntry
            key={document.number}
            document={document}
            to={pathOf(document.kind, document.number)}
            totalCents={order.totalCents}
          />
        ))}
        {invoice === null ? null : (
          <Entry kind="invoice" issue={invoice} to={pathOf('invoice', invoice.number)} cents={order.totalCents} />
        )}
        {creditNotes.map((note) => (
          <Entry
            key={note.refundId}
            kind="credit_note"
            issue={note}
            to={pathOf('credit_note', note.number)}
            cents={-note.amountCents}
            isVoid={note.voidedAt !== null}
          />
        ))}
      </ul>
    </Panel>
  );
}
