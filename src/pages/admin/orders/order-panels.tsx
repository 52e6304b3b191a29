import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { OrderDetail } from '#modules/orders/orders.server.ts';
import { disputeUrl, isUndecided } from '#modules/orders/disputes.ts';
import { billOf, envelope, packagesOf, reductionsOf } from '#modules/orders/order-record.ts';
import { returnedParts } from '#modules/orders/refund-split.ts';
import { partsLabel, splitLabel } from '#modules/orders/refunds.ts';
import { OrderLine } from '#modules/orders/ui/order-cards.tsx';
import { TrackingLink } from '#modules/orders/ui/timeline.tsx';
import { methodLabel } from '#modules/payments/payment-method.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import { billLines } from '#shared/bill-lines.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { Badge, MailBadge, type Tone } from '../components/badge.tsx';
import { customerPath } from '../customers/customer-summary.tsx';
import { DescriptionList, Lines, Panel } from '../components/page.tsx';
import { useCanOpenPage } from '../use-permissions.ts';
import { StripeLink } from './held-panel.tsx';
import type { PanelProps } from './order-fields.ts';

function Entry({ mail, forms }: Pick<PanelProps, 'forms'> & { mail: OrderDetail['mails'][number] }) {
  const subject = mail.subject ?? mail.kind.replaceAll('_', ' ');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p>
          {useCanOpenPage()('/admin/mails/:id') ? (
            <Link to={`/admin/mails/${mail.id}`} className="py-1 text-berry underline underline-offset-4">
              {subject}
            </Link>
          ) : (
            subject
          )}
        </p>
        <p className="text-sm text-soft">
          To <span className="break-all">{mail.toAddress}</span>
          <span>{`, ${formatDateTime(mail.sentAt ?? mail.createdAt)}`}</span>
        </p>
        {mail.lastError === null ? null : <p className="text-sm text-wine">{`Last attempt: ${mail.lastError}`}</p>}
        {mail.resentTo === mail.toAddress || mail.toAddress === '' ? null : (
          <p className="text-sm text-soft">
            If you send it again, it goes to <span className="break-all">{mail.resentTo}</span>
          </p>
        )}
      </div>
      <div className="flex items-center gap-3">
        <MailBadge mail={mail} />
        {mail.state === 'queued' ? null : (
          <ActionForm {...forms} name="resend" id={mail.id} submit="Send again" look="quiet" />
        )}
        {mail.state === 'failed' && mail.dismissedAt === null ? (
          <ActionForm {...forms} name="dismiss" id={mail.id} submit="Dismiss" look="quiet" />
        ) : null}
      </div>
    </li>
  );
}

/** Emails to the customer, with their delivery state. */
export function MailsPanel({ detail: { mails }, forms }: Pick<PanelProps, 'detail' | 'forms'>) {
  return (
    <Panel title="Emails">
      {mails.length === 0 ? (
        <p className="text-soft">No emails for this order.</p>
      ) : (
        <ul className="divide-y divide-line">
          {mails.map((mail) => (
            <Entry key={mail.id} mail={mail} forms={forms} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Packages of an order with a number. Those beside the first can be removed. */
export function PackagesPanel({ detail: { order }, forms }: Pick<PanelProps, 'detail' | 'forms'>) {
  const all = packagesOf(order);
  if (all.length === 0) return null;
  return (
    <Panel title={all.length === 1 ? 'Package' : 'Packages'}>
      <ul className="divide-y divide-line">
        {all.map(({ id, carrierName, trackingNumber, trackingUrl }) => (
          <li key={trackingNumber} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="min-w-0">
              <span>{`${carrierName ?? 'Unknown carrier'} `}</span>
              <TrackingLink tracking={{ trackingNumber, trackingUrl }} className="min-h-11" />
            </p>
            {id === null ? null : (
              <ActionForm
                {...forms}
                name="package-removed"
                id={id}
                submit="Remove"
                submitLabel={`Remove ${trackingNumber}`}
                look="quiet"
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Detail = { detail: OrderDetail };

/** Formats quantity and price of a line, then its units that are back in stock, if any. */
function soldText({ quantity, unitPriceCents, restockedQuantity }: OrderDetail['order']['items'][number]): string {
  const restocked = restockedQuantity > 0 ? `, ${restockedQuantity} back in stock` : '';
  return `${quantity} × ${formatUsd(unitPriceCents)}${restocked}`;
}

/** Formats what the shop promised with the order. */
function promisedText({ guaranteeDays, returnWindowDays }: OrderDetail['order']['promises']): string {
  return `Policy at purchase: ${guaranteeDays}-day money-back guarantee, returns within ${returnWindowDays} days of delivery`;
}

/**
 * Items and the order's sums. The items add up to the subtotal, because discounts and tax have
 * lines of their own.
 */
export function ItemsPanel({ detail: { order } }: Detail) {
  const reductions = reductionsOf(order).map(({ name, code, amountCents }) => {
    return { name: code === '' ? name : `${name} (${code})`, amountCents };
  });
  const sums = billLines({ ...billOf(order), reductions }).map(({ kind, name, text }): [string, ReactNode] => {
    if (kind === 'shipping') return [name === 'Shipping' ? name : `Shipping (${name})`, text];
    return [name, kind === 'total' ? <b key="total">{text}</b> : text];
  });
  return (
    <Panel title="Items">
      <ul className="mb-4 divide-y divide-line border-b border-line">
        {order.items.map((item) => (
          <OrderLine
            key={item.productId}
            imageUrl={item.imageUrl}
            total={formatUsd(item.quantity * item.unitPriceCents)}
            className="py-3 first:pt-0"
          >
            <span>{item.name}</span>
            <span className="block text-sm text-soft">{soldText(item)}</span>
          </OrderLine>
        ))}
        {order.items.length === 0 ? (
          <li className="py-3 text-soft">Unknown items. The payment doesn’t say what was bought.</li>
        ) : null}
      </ul>
      <DescriptionList facts={sums} />
      <p className="mt-4 text-soft">{promisedText(order.promises)}</p>
    </Panel>
  );
}

export function CustomerPanel({
  detail: { order, isErased, needsSpelling },
  className,
}: Detail & { className?: string }) {
  const { customer, email, shippingAddress, billingAddress } = order;
  const instructions = order.deliveryInstructions.trim();
  const isSame = JSON.stringify(shippingAddress) === JSON.stringify(billingAddress);
  // A guest's page is found by email address.
  const id = order.customerId ?? email;
  const name = `${customer.firstName} ${customer.lastName}`.trim() || 'Unknown';
  const isLink = useCanOpenPage()('/admin/customers/:id') && id !== '';
  return (
    <Panel title="Customer" className={className}>
      <p dir="auto" className="text-left font-medium wrap-anywhere">
        {isLink ? (
          <Link to={customerPath({ id })} className="text-berry underline underline-offset-4">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      {needsSpelling ? (
        <p className="text-sm text-soft">
          Packing slips and parcel labels can’t show these letters. Ask for the Latin spelling and add it to the name.
        </p>
      ) : null}
      {email === '' ? null : (
        <p>
          <a href={`mailto:${email}`} className="break-all text-berry underline underline-offset-4">
            {email}
          </a>
        </p>
      )}
      <p>{customer.phone}</p>
      {isErased ? <p className="text-sm text-soft">Email and phone have been erased.</p> : null}
      <p className="text-sm text-soft">{order.customerId === null ? 'Guest' : 'Has an account'}</p>
      <h3 className="mt-4 mb-1 text-xl">Ships to</h3>
      <Lines lines={envelope(customer, shippingAddress)} />
      {instructions === '' ? null : (
        <p dir="auto" className="mt-2 rounded-xl bg-cream px-3 py-2">
          {instructions}
        </p>
      )}
      <h3 className="mt-4 mb-1 text-xl">Billed to</h3>
      {isSame ? <p className="text-soft">The same address</p> : <Lines lines={envelope(customer, billingAddress)} />}
    </Panel>
  );
}

const moneyTones: Record<string, Tone> = { succeeded: 'good', failed: 'warn', won: 'good', lost: 'warn' };
const moneyWords: Record<string, string> = { succeeded: 'Refunded', pending: 'Processing', failed: 'Failed' };

type Movement = { id: string; amountCents: number; status: string; word: string; text: string; url?: string | null };

/** Refunds or disputes, amount by amount. */
function Movements({ title, rows }: { title: string; rows: readonly Movement[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 mb-2 text-xl">{title}</h3>
      <ul className="divide-y divide-line">
        {rows.map(({ id, amountCents, status, word, text, url = null }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="tabular-nums">{formatUsd(amountCents)}</span>
            <Badge tone={moneyTones[status] ?? 'active'}>{word}</Badge>
            <span className="text-soft">{text}</span>
            {url === null ? null : <StripeLink to={url} label="View in Stripe" />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns what a refund names, why it was made or failed, and its parts if it has several. */
function refundText({ parts, reason, failure, split }: OrderDetail['refunds'][number]): string {
  const text = [partsLabel(parts), reason, failure?.replaceAll('_', ' ')].filter(Boolean).join(': ');
  const isMixed = split !== null && Object.values(split).filter((cents) => cents > 0).length > 1;
  return isMixed ? `${text} (${splitLabel(split)})`.trim() : text;
}

/** Payment with its refunds and decided disputes. An undecided one is an entry at the top. */
export function PaymentPanel({ detail, mode }: Detail & { mode: PaymentMode }) {
  const { order, refunds, disputes, refundableCents } = detail;
  const decided = disputes.filter((dispute) => !isUndecided(dispute));
  if (order.paymentIntentId === null) {
    return (
      <Panel title="Payment">
        <p className="text-soft">This order was free. No payment was taken.</p>
      </Panel>
    );
  }
  return (
    <Panel title="Payment">
      <DescriptionList
        facts={[
          [
            'Payment ID',
            <code key="id" className="break-all">
              {order.paymentIntentId}
            </code>,
          ],
          ...(order.paymentMethod === null ? [] : [['Paid with', methodLabel(order.paymentMethod)] as const]),
          ['Paid', formatUsd(order.capturedCents)],
          ['Refunded', formatUsd(order.returnedCents)],
          ...(order.returnedCents === 0 ? [] : [['Refunded for', splitLabel(returnedParts(order))] as const]),
          ['Refundable', formatUsd(refundableCents)],
        ]}
      />
      <Movements
        title="Refunds"
        rows={refunds.map((refund) => ({
          ...refund,
          word: moneyWords[refund.status] ?? '',
          text: refundText(refund),
        }))}
      />
      <Movements
        title="Disputes"
        rows={decided.map((dispute) => ({
          ...dispute,
          word: dispute.status.replaceAll('_', ' '),
          text: dispute.reason.replaceAll('_', ' '),
          url: disputeUrl(mode, dispute.providerId),
        }))}
      />
    </Panel>
  );
}

/** Events of the order, newest first. */
export function TimelinePanel({ detail: { order } }: Detail) {
  return (
    <Panel title="Timeline">
      <ol className="space-y-3 border-l-2 border-petal pl-4">
        {order.events.toReversed().map(({ at, type, message, location }) => (
          <li key={`${at.toISOString()} ${type} ${message}`}>
            <span className="block wrap-anywhere">{[message, location].filter(Boolean).join(', ')}</span>
            <time dateTime={at.toISOString()} className="text-sm text-soft">
              {formatDateTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
