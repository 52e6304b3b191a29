import { securityOf, type AccountSecurity } from '#modules/people/accounts/sessions/staff/service.server.ts';
import { nameOf } from '#modules/owner/analytics/reports/customers/rules.ts';
import { customerById } from '#modules/owner/analytics/reports/customers/service.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { shortDay, shortMoment } from '#shared/moments.ts';
import { placeLine } from '#shared/address.ts';
import { ButtonLink } from '#ui/button.tsx';
import { sendAnswer } from '#ui/send-form.ts';

import { formAction } from '../forms/action.server.ts';
import type { Route } from './+types/customers-detail.ts';
import { changeRole } from './customers/change-role.server.ts';
import { changeSecurity } from './customers/change-security.server.ts';
import { CustomerFigures, ordersOf, RoleBadge } from './customers/customer-card.tsx';
import { RoleForm } from './customers/role-form.tsx';
import { SecurityPanel } from './customers/security-panel.tsx';
import { titled } from './pages.ts';
import { notOpened } from './parts/failed.tsx';
import { DataTable } from './parts/list.tsx';
import { adminLoader } from './parts/loader.server.ts';
import { orderColumns } from './parts/order-badges.tsx';
import { Lines, Page, Panel } from './parts/page.tsx';

export const loader = adminLoader(async ({ ctx, params }) => {
  const customer = await customerById(ctx.db, params.id ?? '');
  if (customer === null) throw notFound();
  return { customer, security: customer.isGuest ? null : await securityOf(ctx, customer.id) };
});

export const action = formAction({ role: changeRole, ...changeSecurity });
export const clientAction = sendAnswer;

const page = { title: 'Customer', what: 'customer', back: { to: '/admin/customers', label: 'Customers' } };
export const meta = titled(page.title);
export const ErrorBoundary = notOpened(page);

type Loaded = Route.ComponentProps['loaderData']['customer'];

function Address({ address }: { address: Loaded['lastAddress'] }) {
  if (address === null) return <p className="text-soft">None yet: it comes with the first order.</p>;
  const { street, line2, country } = address;
  return <Lines lines={[street, line2 ?? '', placeLine(address), country].filter(Boolean)} />;
}

function Consents({ consents }: { consents: Loaded['consents'] }) {
  if (consents.length === 0) return <p className="text-soft">This email never asked for letters.</p>;
  return (
    <ul className="divide-y divide-line">
      {consents.map(({ trigger, version, at }) => (
        <li key={at.toISOString()} className="py-2 first:pt-0 last:pb-0">
          <span className="font-medium">{trigger}</span>, words of {version}
          <span className="block text-sm text-soft">{shortMoment(at)}</span>
        </li>
      ))}
    </ul>
  );
}

function Details({ customer, security }: { customer: Loaded; security: AccountSecurity | null }) {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <Panel title="Newest orders" className="lg:col-span-2">
        <DataTable
          caption="The newest orders"
          columns={orderColumns}
          rows={customer.newestOrders}
          empty={<p className="text-soft">No orders yet.</p>}
        />
      </Panel>
      <div className="space-y-6">
        {security === null ? null : <SecurityPanel security={security} />}
        <Panel title="Last shipping address">
          <Address address={customer.lastAddress} />
        </Panel>
        <Panel title="Consent">
          <Consents consents={customer.consents} />
        </Panel>
      </div>
    </div>
  );
}

export default function CustomerPage({ loaderData: { customer, security } }: Route.ComponentProps) {
  return (
    <Page
      title={nameOf(customer)}
      back={customer.isGuest ? { ...page.back, to: `${page.back.to}?kind=guests` } : page.back}
      lead={
        <span className="flex flex-wrap items-center gap-3">
          <span className="break-all">{customer.email}</span> <RoleBadge customer={customer} />
        </span>
      }
      buttons={
        <ButtonLink to={ordersOf(customer)} look="second">
          View Orders
        </ButtonLink>
      }
    >
      <Panel
        title="Figures"
        className="mb-6"
        aside={
          <p className="text-sm text-soft">
            {customer.isGuest ? 'First bought' : 'Member since'} {shortDay(customer.since)}
          </p>
        }
      >
        <CustomerFigures customer={customer} />
        {customer.isGuest ? null : <RoleForm customer={customer} />}
      </Panel>
      <Details customer={customer} security={security} />
    </Page>
  );
}
