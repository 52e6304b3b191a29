import { site } from '#content/site.ts';
import { pageUser } from '#modules/people/accounts/page-auth/service.server.ts';
import { hasInvoice } from '#modules/after/pdfs/rules.ts';
import { orderDetail, type OrderDetail } from '#modules/buying/orders/detail/service.server.ts';
import { pageOrderToken } from '#modules/buying/orders/token/service.server.ts';
import type { PaymentsCtx } from '#modules/ground/payments/service.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { pageRequest, type PageRequest } from '#platform/http/page-context.server.ts';
import { shortMoment } from '#shared/moments.ts';
import { ButtonLink } from '#ui/button.tsx';

import { Badge } from '../parts/badge.tsx';
import { NotOpened } from '../parts/not-opened.tsx';
import { Notice } from '../../forms/notice.tsx';
import { PaymentBadge, StatusBadge } from '../parts/order-badges.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Route } from './+types/detail.ts';
import { ActionForm, type FormContext } from './action-form.tsx';
import { actOnOrder } from './actions.server.ts';
import { ActionsPanel } from './actions-panel.tsx';
import { MailsPanel } from './mails-panel.tsx';
import { CustomerPanel, ItemsPanel, PaymentPanel, TimelinePanel } from './order-panels.tsx';
import { HoldReason } from './reason-field.tsx';
import { ReturnsPanel } from './returns-panel.tsx';
import { StatusForm } from './status-form.tsx';
import { sendOrderForm, type OrderFormOutcome } from './send.ts';
import { updateStatus, type StatusOutcome } from './update-status.server.ts';

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `Order ${params.number ?? ''} | Admin | ${site.name}` },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const detail = await orderDetail(ctx.db, params.number.toUpperCase());
  if (detail === null) throw notFound();
  const slipToken = pageOrderToken(ctx.settings.sessionSecret, detail.order.id, ctx.now());
  return { detail, slipToken, formKey: crypto.randomUUID() };
}

export async function action({ context, request, params }: Route.ActionArgs): Promise<OrderFormOutcome> {
  const page = context.get(pageRequest) as PageRequest<PaymentsCtx>;
  const form = await request.formData();
  const orderNumber = params.number.toUpperCase();
  if (form.get('intent') === 'status') return { kind: 'status', ...(await updateStatus(page, form)) };
  return { kind: 'action', ...(await actOnOrder({ ...page, user: context.get(pageUser) }, { orderNumber, form })) };
}

/** What could not be sent says so in its form, beside what was typed. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendOrderForm(request, serverAction);
}

type DetailProps = { detail: OrderDetail; context: FormContext; formKey: string };

/** Why the order is held and what can be done about it. */
function HeldPanel({ detail: { hold, refundableCents }, context }: DetailProps) {
  if (hold === null) return null;
  const other = (
    <ButtonLink to="#cancel" look="second" onClick={openCancel}>
      {refundableCents > 0 ? 'Cancel and Refund' : 'Cancel Order'}
    </ButtonLink>
  );
  return (
    <Panel title="Held" aside={other} isUrgent className="mb-6">
      <p className="font-medium">{hold.why}</p>
      <p className="mb-4">{hold.todo}</p>
      <ActionForm {...context} intent="release" submit="Release Order" look="primary" className="max-w-xl">
        <HoldReason context={context} intent="release" />
      </ActionForm>
    </Panel>
  );
}

function openCancel(): void {
  const fold = document.querySelector('#cancel');
  if (fold instanceof HTMLDetailsElement) fold.open = true;
}

function Lead({ detail: { order, hold } }: { detail: OrderDetail }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <StatusBadge status={order.status} />
      <PaymentBadge payment={order.paymentStatus} />
      {hold === null ? null : <Badge tone="warn">Held</Badge>}
      <span>Placed {shortMoment(order.placedAt)}</span>
    </p>
  );
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { detail, slipToken, formKey } = loaderData;
  const { order } = detail;
  const acted = actionData?.kind === 'action' ? actionData : null;
  const status: StatusOutcome | null = actionData?.kind === 'status' ? actionData : null;
  const context: FormContext = { version: order.version, outcome: acted };
  const props = { detail, context, formKey };
  const file = (name: string) => `/admin/orders/${order.orderNumber}/${name}.pdf`;
  return (
    <>
      <PageHeader
        title={`Order ${order.orderNumber}`}
        lead={<Lead detail={detail} />}
        back={{ to: '/admin/orders', label: 'Orders' }}
      >
        <ButtonLink look="second" reloadDocument to={file('packing-slip')}>
          Packing Slip
        </ButtonLink>
        {hasInvoice(order) ? (
          <ButtonLink look="second" reloadDocument to={file('invoice')}>
            Invoice
          </ButtonLink>
        ) : null}
      </PageHeader>
      <Notice outcome={acted?.ok === true ? acted : null} />
      <HeldPanel {...props} />
      <div className="grid items-start gap-6 xl:grid-cols-[1fr_22rem]">
        <div className="min-w-0 space-y-6">
          <ItemsPanel detail={detail} />
          <ReturnsPanel key={`returns ${order.version}`} slipToken={slipToken} {...props} />
          <PaymentPanel detail={detail} />
          <MailsPanel detail={detail} context={context} />
          <TimelinePanel detail={detail} />
        </div>
        <div className="space-y-6 max-xl:order-first">
          <Panel title="Update status">
            <StatusForm key={order.version} outcome={status} known={order}>
              <input type="hidden" name="order" value={`${order.orderNumber}:${order.version}`} />
            </StatusForm>
          </Panel>
          <CustomerPanel detail={detail} />
          <ActionsPanel key={`actions ${order.version}`} {...props} />
        </div>
      </div>
    </>
  );
}

/** In place of an order that is not there or could not be read. */
export function ErrorBoundary() {
  return <NotOpened title="Order" what="order" back={{ to: '/admin/orders', label: 'Orders' }} />;
}
