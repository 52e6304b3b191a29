import { documentFiles, earlierName, type CorrectedDocument } from '#modules/orders/order-documents.ts';
import { PdfLink } from '#modules/orders/ui/pdf-link.tsx';
import { formatUsd } from '#shared/money.ts';
import { longDay } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Picture } from '#ui/picture.tsx';

import { card } from './card.tsx';
import type { OrderOnPage } from './order-on-page.server.ts';

const looks = {
  good: 'bg-leaf text-white',
  busy: 'bg-berry text-white',
  quiet: 'bg-line text-ink',
  plain: 'border border-line bg-white text-ink',
};

function look(badge: string): keyof typeof looks {
  if (['Delivered', 'Completed'].includes(badge)) return 'good';
  if (['Cancelled', 'Not paid'].includes(badge)) return 'quiet';
  return ['Paid', 'Nothing to pay', 'Refunded', 'Partially refunded'].includes(badge) ? 'plain' : 'busy';
}

export function Badges({ order }: { order: OrderOnPage }) {
  const badges = [order.status, order.payment, order.refund].filter((badge) => badge !== null);
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Status and payment">
      {badges.map((badge) => (
        <li key={badge} className={classes('rounded-full px-3 py-1 text-sm font-medium', looks[look(badge)])}>
          {badge}
        </li>
      ))}
    </ul>
  );
}

export const InvoiceLink = ({ number }: { number: string }) => (
  <PdfLink to={`/account/orders/${number}/invoice.pdf`} name="Invoice" of={` for order ${number}`} />
);

type EarlierLinkProps = { order: string; document: Pick<CorrectedDocument, 'kind' | 'number'> };

/** Link to an invoice or credit note that a later one corrects. */
export const EarlierLink = ({ order, document: { kind, number } }: EarlierLinkProps) => (
  <PdfLink
    to={`/account/orders/${order}/${documentFiles[kind]}?number=${encodeURIComponent(number)}`}
    name={earlierName({ kind, number })}
  />
);

export const CreditNoteLink = ({ order, number }: { order: string; number: string }) => (
  <PdfLink
    to={`/account/orders/${order}/credit-note.pdf?number=${encodeURIComponent(number)}`}
    name={`Credit note ${number}`}
  />
);

const unitsText = (units: number) => `${units} ${units === 1 ? 'item' : 'items'}`;

function OrderCard({ order, level: Heading = 'h2' }: { order: OrderOnPage; level?: 'h2' | 'h3' | undefined }) {
  return (
    <article className="rounded-card border border-line bg-white p-5 sm:p-6" aria-labelledby={`order-${order.number}`}>
      <div className="flex items-start gap-4">
        {order.imageUrl === null ? null : (
          <Picture
            src={order.imageUrl}
            alt=""
            width={80}
            height={80}
            sizes="80px"
            className="size-20 shrink-0 rounded-xl object-cover"
          />
        )}
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <Heading id={`order-${order.number}`} className="text-2xl">
              Order <span className="whitespace-nowrap">{order.number}</span>
            </Heading>
            <p className="text-lg font-medium tabular-nums">{formatUsd(order.totalCents)}</p>
          </div>
          <p className="mb-3 mt-1 text-sm text-soft">{`${longDay(order.placedAt)} · ${unitsText(order.units)}`}</p>
          <Badges order={order} />
        </div>
      </div>
      <p className="mt-4">{order.message}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to={`/account/orders/${order.number}`}>
          <span>View Details</span>
          <span className="sr-only">{` of order ${order.number}`}</span>
        </ButtonLink>
        {order.hasInvoice ? <InvoiceLink number={order.number} /> : null}
      </div>
    </article>
  );
}

type OrderListProps = {
  orders: readonly OrderOnPage[];
  level?: 'h2' | 'h3';
  /** Text if there are no orders. */ nothing: string;
};

/** List of orders, or a link to place the first one. */
export function OrderList({ orders, level, nothing }: OrderListProps) {
  if (orders.length === 0) {
    return (
      <div className={card}>
        <p className="mb-4">{nothing}</p>
        <ButtonLink to="/product">Go to the shop</ButtonLink>
      </div>
    );
  }
  return (
    <ul className="space-y-4">
      {orders.map((order) => (
        <li key={order.number}>
          <OrderCard order={order} level={level} />
        </li>
      ))}
    </ul>
  );
}
