import { use, type MouseEvent } from 'react';

import { findOpenTax } from '#modules/orders/correct-address.server.ts';
import { hasInvoice } from '#modules/orders/invoice-figures.ts';
import { refundReceiver } from '#modules/orders/order-contact.ts';
import { findOrderDetail, type OrderDetail } from '#modules/orders/orders.server.ts';
import { findTakenBy } from '#modules/phone-orders/phone-orders.queries.server.ts';
import { isShippable } from '#modules/orders/status-change.ts';
import { findTeamNotes } from '#modules/team-notes/team-notes.server.ts';
import { paymentMode } from '#modules/payments/payment-mode.ts';
import { findSoldCountries } from '#modules/shipping/sold-countries.queries.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';

import { CanSubmitContext } from '../forms/can-submit.ts';
import { canOpenPage } from '../page-registry.ts';
import { titled } from './navigation.ts';
import { Badge } from './components/badge.tsx';
import { recordLoadError } from './components/load-errors.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { PaymentBadge, StatusBadge } from './components/order-badges.tsx';
import { AdminPage } from './components/page.tsx';
import { TagBadges, TeamNotesPanel } from './components/team-notes.tsx';
import type { Route } from './+types/order.ts';
import { orderAction } from './orders/order-form-actions.server.ts';
import { HeldPanel } from './orders/held-panel.tsx';
import { DocumentsPanel } from './orders/documents-panel.tsx';
import { ActionForms, formEntries, shipFold } from './orders/order-actions-panel.tsx';
import { ActionMenu, openFold, type MenuEntry } from './orders/action-menu.tsx';
import { SampleBadge } from './orders/sample-badge.tsx';
import type { OrderForms } from './orders/order-fields.ts';
import {
  CustomerPanel,
  ItemsPanel,
  MailsPanel,
  PackagesPanel,
  PaymentPanel,
  TimelinePanel,
} from './orders/order-panels.tsx';
import { ReturnsPanel } from './orders/returns-panel.tsx';
import { TaxPanel } from './orders/tax-panel.tsx';
import { useCanOpenPage } from './use-permissions.ts';

export const meta = (args: Route.MetaArgs) => titled(`Order ${args.params.number ?? ''}`)(args);

export const loader = adminLoader(async ({ ctx, params, visitor }) => {
  const found = await findOrderDetail(ctx.db, (params.number ?? '').toUpperCase());
  if (found === null) throw notFound();
  // A prepaid label is for the people who handle returns.
  const handlesReturns = canOpenPage(visitor.user?.role ?? 'customer', '/admin/returns');
  const returns = found.returns.map((one) => (handlesReturns ? one : { ...one, labelUrl: null }));
  const detail = { ...found, returns };
  const [tax, createdBy, team, countries] = await Promise.all([
    findOpenTax(ctx, detail.order),
    findTakenBy(ctx.db, detail.order.checkoutId),
    findTeamNotes(ctx.db, { kind: 'order', ids: [detail.order.id] }),
    findSoldCountries(ctx.db),
  ]);
  const keys = { formKey: crypto.randomUUID(), teamNoteKey: crypto.randomUUID() };
  return { detail, tax, createdBy, team, countries, mode: paymentMode(ctx.settings), ...keys };
});

export const action = orderAction;

/** Also after a refusal, because the order may have changed since the form was shown. */
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const back = { to: '/admin/orders', label: 'Orders' };

type LeadProps = { detail: OrderDetail; createdBy: string | null; tags: readonly string[] };

function Lead({ detail: { order, hold }, createdBy, tags }: LeadProps) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <StatusBadge status={order.status} />
      <PaymentBadge payment={order.paymentStatus} />
      {order.isSample ? <SampleBadge /> : null}
      {hold === null ? null : <Badge tone="warn">{hold.disputes.length > 0 ? 'Disputed' : 'On hold'}</Badge>}
      <TagBadges tags={tags} />
      <span>{`Placed ${formatDateTime(order.placedAt)}`}</span>
      {createdBy === null ? null : <span>{`Phone order, created by ${createdBy}`}</span>}
    </p>
  );
}

function open(event: MouseEvent, name: string): void {
  event.preventDefault();
  openFold(name);
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { detail, tax, createdBy, team, countries, mode, formKey, teamNoteKey } = loaderData;
  const { order } = detail;
  const maySend = use(CanSubmitContext);
  const opens = useCanOpenPage();
  const forms: OrderForms = { hidden: { version: String(order.version) }, look: 'second' };
  const props = { detail, forms, formKey };
  const files = `/admin/orders/${order.orderNumber}`;
  const pdfs: MenuEntry[] = [
    ...(opens('/admin/orders/:number/packing-slip.pdf')
      ? [{ label: 'Packing slip', to: `${files}/packing-slip.pdf` }]
      : []),
    ...(hasInvoice(order) ? [{ label: 'Invoice', to: `${files}/invoice.pdf` }] : []),
  ];
  return (
    <AdminPage
      title={`Order ${order.orderNumber}`}
      lead={<Lead detail={detail} createdBy={createdBy} tags={team.tags} />}
      back={back}
      buttons={
        <>
          {isShippable(order) && maySend('status') ? (
            <ButtonLink to={`#${shipFold}`} onClick={(event) => open(event, shipFold)}>
              Mark as shipped
            </ButtonLink>
          ) : null}
          <ActionMenu label="More actions" entries={[...pdfs, ...formEntries(detail, maySend)]} />
        </>
      }
    >
      <ActionForms key={`actions ${order.version}`} {...props} countries={countries} />
      <HeldPanel {...props} mode={mode} />
      <TaxPanel key={`tax ${order.version}`} tax={tax} receiver={refundReceiver(order)} forms={forms} />
      <div className="grid items-start gap-6 xl:grid-cols-[1fr_22rem]">
        <PackagesPanel key={`packages ${order.version}`} detail={detail} forms={forms} />
        <ItemsPanel detail={detail} />
        <CustomerPanel detail={detail} className="xl:col-start-2 xl:row-span-8 xl:row-start-1" />
        <TeamNotesPanel team={team} teamNoteKey={teamNoteKey} />
        <ReturnsPanel key={`returns ${order.version}`} {...props} />
        <PaymentPanel detail={detail} mode={mode} />
        <DocumentsPanel detail={detail} />
        <MailsPanel detail={detail} forms={forms} />
        <TimelinePanel detail={detail} />
      </div>
    </AdminPage>
  );
}

export const ErrorBoundary = recordLoadError({ title: 'Order', what: 'order', back });
