import { Link } from 'react-router';

import { site } from '#content/site.ts';
import { invoiceFigures } from '#modules/after/pdfs/rules.ts';
import { envelope } from '#modules/buying/orders/rules.ts';
import { orderOfCustomer } from '#modules/buying/orders/customer/service.server.ts';
import { returnOfferOf } from '#modules/buying/orders/returns/service.server.ts';
import { RequestReturn } from '#modules/buying/orders/ui/request-return.tsx';
import { trackingOf } from '#modules/after/tracking/service.server.ts';
import { methodWords } from '#modules/ground/payments/method/rules.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { formatUsd } from '#shared/money.ts';
import { longDay } from '#shared/moments.ts';
import { deliveryNotes } from '#shared/order-notes.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';

import type { Route } from './+types/order.ts';
import { customerLoader } from './parts/loader.server.ts';
import { Badges, InvoiceLink } from './parts/order-card.tsx';
import { OrderDetails } from './parts/order-details.tsx';
import { orderOnPage } from './parts/order-on-page.server.ts';
import { titled } from './parts/page.tsx';

export const meta = ({ params }: Route.MetaArgs) => titled(`Order ${params.number}`)();

export const loader = customerLoader(async ({ ctx, user, params }) => {
  const order = await orderOfCustomer(ctx.db, user, params.number ?? '');
  if (order === null) throw notFound();
  return {
    order: orderOnPage(order),
    returnedCents: order.returnedCents,
    returnOffer: await returnOfferOf(ctx, order),
    tracking: trackingOf(order),
    delivery: {
      method: order.shippingOption?.name ?? null,
      lines: envelope(order.customer, order.shippingAddress),
      notes: deliveryNotes(order),
    },
    figures: invoiceFigures(order),
    paidWith: order.paymentMethod === null ? null : methodWords(order.paymentMethod),
  };
});

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { order, returnedCents, returnOffer, tracking, delivery, ...bill } = loaderData;
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
        <p className="mb-4 mt-2 text-soft">Placed on {longDay(order.placedAt)}</p>
        <Badges order={order} />
        <p className="mt-4">{order.message}</p>
        {returnedCents === 0 ? null : <p className="mt-1">{formatUsd(returnedCents)} went back to you.</p>}
        <div className="mt-5 flex flex-wrap gap-3">
          {order.hasInvoice ? <InvoiceLink number={order.number} /> : null}
          <ButtonLink to={`mailto:${site.supportEmail}?subject=Order%20${order.number}`} look="second">
            Contact Support
          </ButtonLink>
        </div>
      </header>
      <RequestReturn offer={returnOffer} order={{ orderNumber: order.number }} />
      <OrderDetails tracking={tracking} delivery={delivery} bill={bill} />
    </div>
  );
}
