import { use, type MouseEvent } from 'react';

import { hasInvoice } from '#modules/orders/invoice-figures.ts';
import { refundReceiver } from '#modules/orders/order-contact.ts';
import { findOrderDetail, type OrderDetail } from '#modules/orders/orders.server.ts';
import { findTakenBy } from '#modules/phone-orders/manage-phone-orders.server.ts';
import { pageOrderToken } from '#modules/orders/order-token.server.ts';
import { notToShip } from '#modules/orders/ship-orders.ts';
import { paymentMode } from '#modules/payments/payment-mode.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { shortMoment } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';

import { MaySend } from '../forms/may-send.ts';
import { titled } from './navigation.ts';
import { Badge } from './components/badge.tsx';
import { recordLoadError } from './components/load-errors.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { PaymentBadge, StatusBadge } from './components/order-badges.tsx';
import { Page } from './components/page.tsx';
import type { Route } from './+types/order.ts';
import { orderAction } from './orders/order-actions.server.ts';
import { HeldPanel } from './orders/held-panel.tsx';
import { DocumentsPanel } from './orders/documents-panel.tsx';
import { ActionForms, formEntries, shipFold } from './orders/order-actions-panel.tsx';
import { ActionMenu, openFold, type MenuEntry } from './orders/action-menu.tsx';
import { SampleBadge } from './orders/sample-badge.tsx';
import type { OrderForms } from './orders/order-fields.ts';
import { CustomerPanel, ItemsPanel, MailsPanel, PaymentPanel, TimelinePanel } from './orders/order-panels.tsx';
import { ReturnsPanel } from './orders/returns-panel.tsx';
import { openTax } from './orders/tax-difference.server.ts';
import { TaxPanel } from './orders/tax-panel.tsx';
import { useMayOpen } from './use-role.ts';

export const meta = (args: Route.MetaArgs) => titled(`Order ${args.params.number ?? ''}`)(args);

export const loader = adminLoader(async ({ ctx, params }) => {
  const detail = await findOrderDetail(ctx.db, (params.number ?? '').toUpperCase());
  if (detail === null) throw notFound();
  const slipToken = pageOrderToken(ctx.settings.sessionSecret, detail.order.id, ctx.now());
  const [tax, takenBy] = await Promise.all([openTax(ctx, detail), findTakenBy(ctx.db, detail.order.checkoutId)]);
  return { detail, tax, takenBy, slipToken, mode: paymentMode(ctx.settings), formKey: crypto.randomUUID() };
});

export const action = orderAction;

/** Also after a refusal, because the order may have changed since the form was shown. */
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const back = { to: '/admin/orders', label: 'Orders' };

function Lead({ detail: { order, hold }, takenBy }: { detail: OrderDetail; takenBy: string | null }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <StatusBadge status={order.status} />
      <PaymentBadge payment={order.paymentStatus} />
      {order.isSample ? <SampleBadge /> : null}
      {hold === null ? null : <Badge tone="warn">{hold.disputes.length > 0 ? 'Disputed' : 'Held'}</Badge>}
      <span>{`Placed ${shortMoment(order.placedAt)}`}</span>
      {takenBy === null ? null : <span>{`Telephone order, taken by ${takenBy}`}</span>}
    </p>
  );
}

function open(event: MouseEvent, name: string): void {
  event.preventDefault();
  openFold(name);
}

export default function OrderPage({
  loaderData: { detail, tax, takenBy, slipToken, mode, formKey },
}: Route.ComponentProps) {
  const { order } = detail;
  const maySend = use(MaySend);
  const mayOpen = useMayOpen();
  const forms: OrderForms = { hidden: { version: String(order.version) }, look: 'second' };
  const props = { detail, forms, formKey };
  const files = `/admin/orders/${order.orderNumber}`;
  const pdfs: MenuEntry[] = [
    ...(mayOpen('/admin/orders/:number/packing-slip.pdf')
      ? [{ label: 'Packing Slip', to: `${files}/packing-slip.pdf` }]
      : []),
    ...(hasInvoice(order) ? [{ label: 'Invoice', to: `${files}/invoice.pdf` }] : []),
  ];
  return (
    <Page
      title={`Order ${order.orderNumber}`}
      lead={<Lead detail={detail} takenBy={takenBy} />}
      back={back}
      buttons={
        <>
          {notToShip(order) === null && maySend('status') ? (
            <ButtonLink to={`#${shipFold}`} onClick={(event) => open(event, shipFold)}>
              Mark as shipped
            </ButtonLink>
          ) : null}
          <ActionMenu label="More actions" entries={[...pdfs, ...formEntries(detail, maySend)]} />
        </>
      }
    >
      <ActionForms key={`actions ${order.version}`} {...props} />
      <HeldPanel {...props} mode={mode} />
      <TaxPanel key={`tax ${order.version}`} tax={tax} receiver={refundReceiver(order)} forms={forms} />
      <div className="grid items-start gap-6 xl:grid-cols-[1fr_22rem]">
        <ItemsPanel detail={detail} />
        <CustomerPanel detail={detail} className="xl:col-start-2 xl:row-span-6 xl:row-start-1" />
        <ReturnsPanel key={`returns ${order.version}`} slipToken={slipToken} {...props} />
        <PaymentPanel detail={detail} mode={mode} />
        <DocumentsPanel detail={detail} />
        <MailsPanel detail={detail} forms={forms} />
        <TimelinePanel detail={detail} />
      </div>
    </Page>
  );
}

export const ErrorBoundary = recordLoadError({ title: 'Order', what: 'order', back });
