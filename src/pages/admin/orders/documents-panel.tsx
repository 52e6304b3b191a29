import { Link } from 'react-router';

import type { Issue } from '#modules/orders/order-documents.ts';
import type { OrderDetail } from '#modules/orders/orders.server.ts';
import { formatUsd } from '#shared/money.ts';
import { shortDay } from '#shared/shop-time.ts';

import { Badge } from '../components/badge.tsx';
import { Panel } from '../components/page.tsx';
import { useMayOpen } from '../use-role.ts';

type EntryProps = { name: string; issue: Issue; to: string | null; cents: number; isVoid?: boolean };

function Entry({ name, issue: { number, issuedAt }, to, cents, isVoid = false }: EntryProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span>{name}</span>
      {number === null || to === null ? (
        <span className="text-soft">{number ?? 'Number to follow'}</span>
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
      {isVoid ? <Badge tone="warn">Void, refund failed</Badge> : null}
      <span className="text-sm text-soft">{issuedAt === null ? '' : shortDay(issuedAt)}</span>
      <span className="ml-auto tabular-nums">{formatUsd(cents)}</span>
    </li>
  );
}

/** Invoice and credit notes with gapless numbers. Absent if the order has none of them. */
export function DocumentsPanel({ detail: { order, documents } }: { detail: OrderDetail }) {
  const mayOpen = useMayOpen();
  const { invoice, creditNotes } = documents;
  if (invoice === null && creditNotes.length === 0) return null;
  const files = `/admin/orders/${order.orderNumber}`;
  const creditNotePath = (number: string | null) =>
    number === null || !mayOpen('/admin/orders/:number/credit-note.pdf')
      ? null
      : `${files}/credit-note.pdf?number=${encodeURIComponent(number)}`;
  return (
    <Panel title="Documents">
      <ul className="divide-y divide-line">
        {invoice === null ? null : (
          <Entry name="Invoice" issue={invoice} to={`${files}/invoice.pdf`} cents={order.totalCents} />
        )}
        {creditNotes.map((note) => (
          <Entry
            key={note.refundId}
            name="Credit note"
            issue={note}
            to={creditNotePath(note.number)}
            cents={-note.amountCents}
            isVoid={note.voidedAt !== null}
          />
        ))}
      </ul>
    </Panel>
  );
}
