import { Link } from 'react-router';

import { useSite } from '#modules/content/ui/use-site.ts';
import { invoiceFigures, type Amount, type InvoiceFigures } from '#modules/orders/invoice-figures.ts';
import type { TrackingInfo } from '#modules/orders/tracking.schema.ts';
import { trackingOf } from '#modules/orders/tracking.server.ts';
import { Timeline, TrackingLink } from '#modules/orders/ui/timeline.tsx';
import { findDocuments } from '#modules/orders/find-documents.queries.server.ts';
import { findOrderOfCustomer } from '#modules/orders/orders.server.ts';
import { findReturnOffer } from '#modules/orders/returns.server.ts';
import { envelope } from '#modules/orders/order-record.ts';
import { RequestReturn } from '#modules/orders/ui/request-return.tsx';
import { methodLabel } from '#modules/payments/payment-method.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { longDay } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';

import type { Route } from './+types/order.ts';
import { customerLoader } from './customer-loader.server.ts';
import { Badges, CreditNoteLink, EarlierLink, InvoiceLink } from './components/order-card.tsx';
import { orderOnPage } from './components/order-on-page.server.ts';
import { Card } from './components/card.tsx';
import { titled } from '../page-meta.ts';

export const meta = (args: Route.MetaArgs) => titled(`Order ${args.params.number}`)(args);

export const loader = customerLoader(async ({ ctx, user, params }) => {
  const order = await findOrderOfCustomer(ctx.db, user, params.number ?? '');
  if (order === null) throw notFound();
  const documents = await findDocuments(ctx.db, order.id);
  return {
    order: orderOnPage(order),
    creditNotes: documents.creditNotes.flatMap(({ number }) => number ?? []),
    earlier: documents.corrected.map(({ kind, number }) => ({ kind, number })),
    returnedCents: order.returnedCents,
    returnOffer: await findReturnOffer(ctx, order),
    tracking: trackingOf(order, ctx.now()),
    delivery: {
      method: order.shippingOption?.name ?? null,
      lines: envelope(order.customer, order.shippingAddress),
      instructions: order.deliveryInstructions.trim(),
    },
    figures: invoiceFigures(order, documents),
    paidWith: order.paymentMethod === null ? null : methodLabel(order.paymentMethod),
  };
});

type Delivery = { method: string | null; lines: readonly string[]; instructions: string };

function DeliveryCard({ delivery, tracking }: { delivery: Delivery; tracking: TrackingInfo }) {
  return (
    <Card id="delivery" title="Delivery">
      {delivery.method === null ? null : <p className="font-medium">{delivery.method}</p>}
      {tracking.estimatedDelivery === null ? null : <p>{`Estimated delivery ${tracking.estimatedDelivery}`}</p>}
      {tracking.packages.map((one) => (
        <p key={one.trackingNumber}>
          <span>{`${one.carrier ?? 'Package'} `}</span>
          <TrackingLink tracking={one} className="min-h-11" />
        </p>
      ))}
      <address className="mt-4 not-italic">
        {delivery.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </address>
      {delivery.instructions === '' ? null : <p className="mt-2 text-soft">{delivery.instructions}</p>}
    </Card>
  );
}

function Row({ name, text, big = false }: Amount & { big?: boolean }) {
  return (
    <div
      className={
        big
          ? 'mt-2 flex justify-between gap-6 border-t border-line pt-3 text-xl font-medium'
          : 'flex justify-between gap-6 py-1'
      }
    >
      <dt>{name}</dt>
      <dd className="tabular-nums">{text}</dd>
    </div>
  );
}

type Bill = { figures: InvoiceFigures; paidWith: string | null };

function BillCard({ figures, paidWith }: Bill) {
  return (
    <Card id="bill" title="Order summary">
      <ul className="divide-y divide-line">
        {figures.lines.map(({ name, quantity, unitPriceCents, amountCents }) => (
          <li key={name} className="flex justify-between gap-6 py-3 first:pt-0">
            <span>
              <span>{name}</span>
              <span className="block text-sm text-soft">{`${quantity} × ${formatUsd(unitPriceCents)}`}</span>
            </span>
            <span className="tabular-nums">{formatUsd(amountCents)}</span>
          </li>
        ))}
      </ul>
      <dl className="border-t border-line pt-3">
        {figures.steps.map((step) => (
          <Row key={`${step.kind} ${step.name}`} {...step} />
        ))}
        <Row name="Total" text={formatUsd(figures.totalCents)} big />
        {figures.included === null ? null : <Row {...figures.included} />}
        {paidWith === null ? null : (
          <div className="flex justify-between gap-6 py-1">
            <dt>Paid with</dt>
            <dd className="text-right">{paidWith}</dd>
          </div>
        )}
        {figures.credits.map((credit) => (
          <Row key={`${credit.name} ${credit.text}`} {...credit} />
        ))}
      </dl>
    </Card>
  );
}

type OrderDetailsProps = {
  tracking: TrackingInfo;
  delivery: Delivery;
  bill: Bill;
};

function OrderDetails({ tracking, delivery, bill }: OrderDetailsProps) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Card id="timeline" title="Timeline">
        <Timeline steps={tracking.timeline} />
      </Card>
      <div className="space-y-5">
        <DeliveryCard delivery={delivery} tracking={tracking} />
        <BillCard {...bill} />
      </div>
    </div>
  );
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { supportEmail } = useSite();
  const { order, creditNotes, earlier, returnedCents, returnOffer, tracking, delivery, ...bill } = loaderData;
  return (
    <div className="space-y-5">
      <Link
        to="/account/orders"
        className="inline-flex min-h-11 items-center gap-2 text-berry underline-offset-4 hover:underline"
      >
        <ArrowLeftIcon /> My Orders
      </Link>
      <header className="rounded-card bg-blush p-6 sm:p-8">
        <h1 className="text-4xl sm:text-5xl">
          Order <span className="whitespace-nowrap">{order.number}</span>
        </h1>
        <p className="mb-4 mt-2 text-soft">{`Placed on ${longDay(order.placedAt)}`}</p>
        <Badges order={order} />
        <p className="mt-4">{order.message}</p>
        {returnedCents === 0 ? null : <p className="mt-1">{`${formatUsd(returnedCents)} went back to you.`}</p>}
        <div className="mt-5 flex flex-wrap gap-3">
          {order.hasInvoice ? <InvoiceLink number={order.number} /> : null}
          {creditNotes.map((number) => (
            <CreditNoteLink key={number} order={order.number} number={number} />
          ))}
          {earlier.map((document) => (
            <EarlierLink key={document.number} order={order.number} document={document} />
          ))}
          <ButtonLink to={`mailto:${supportEmail}?subject=Order%20${order.number}`} look="second">
            Contact Support
          </ButtonLink>
        </div>
      </header>
      <RequestReturn offer={returnOffer} order={{ orderNumber: order.number }} />
      <OrderDetails tracking={tracking} delivery={delivery} bill={bill} />
    </div>
  );
}
