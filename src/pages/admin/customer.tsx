import { use } from 'react';
import { redirect } from 'react-router';

import { nameOf } from '#modules/customers/customers.ts';
import { customerKey, customerSubject } from '#modules/customers/customer-subject.server.ts';
import { customerById, customerDetails, type CustomerDetails } from '#modules/customers/customers.server.ts';
import { endSessions, requireSecurity, accountSecurity, type AccountSecurity } from '#modules/accounts/roles.server.ts';
import { findTeamNotes } from '#modules/team-notes/team-notes.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';

import { ActionForm } from '../forms/action-form.tsx';
import { CanSubmitContext } from '../forms/can-submit.ts';
import { withRecentPassword, formSuccess, adminAction, formError, type SentForm } from '../forms/form-action.server.ts';
import type { Route } from './+types/customer.ts';
import { changeRole } from './customers/change-role.server.ts';
import { CustomerFigures, customerPath, ordersOf, periodText, RoleBadge } from './customers/customer-summary.tsx';
import { Addresses, CustomerRecords } from './customers/customer-records.tsx';
import { eraseAfterQuestion } from './customers/erase-after-question.server.ts';
import { PersonalDataPanel } from './customers/personal-data-panel.tsx';
import { resetAfterQuestion } from './customers/confirm-second-factor-reset.server.ts';
import { RoleForm } from './customers/role-form.tsx';
import { SecondFactorForm } from './customers/second-factor-form.tsx';
import { titled } from './navigation.ts';
import { recordLoadError } from './components/load-errors.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { AdminPage, Panel } from './components/page.tsx';
import { TagBadges, TeamNotesPanel } from './components/team-notes.tsx';
import { teamNoteActions } from './team-note-actions.server.ts';

export const loader = adminLoader(async ({ ctx, params, visitor }) => {
  const customer = await customerById(ctx.db, params.id ?? '');
  if (customer === null) throw notFound();
  // Orders of a guest who has an account by now link here by email.
  if (customer.id !== params.id) throw redirect(customerPath(customer));
  const [details, team, security] = await Promise.all([
    customerDetails(ctx.db, customer),
    findTeamNotes(ctx.db, customerKey(customer)),
    customer.isGuest ? null : accountSecurity(ctx, customer.id),
  ]);
  const isOwn = visitor.user?.id === customer.id;
  return { customer, details, team, security, isOwn, teamNoteKey: crypto.randomUUID() };
});

/**
 * Ends an account's sessions or requires its second factor. Needs a recent password confirmation.
 */
const change = (work: (sent: SentForm) => Promise<unknown>, success: string) =>
  withRecentPassword(async (sent) => {
    if ((await accountSecurity(sent.ctx, sent.id)) === null) throw notFound();
    await work(sent);
    return formSuccess(success);
  });

const require = (isRequired: boolean) => (sent: SentForm) =>
  requireSecurity(sent.ctx, sent.actor, { userId: sent.id, isRequired });

export const action = adminAction('/admin/customers/:id', {
  role: changeRole,
  'end-sessions': change(({ ctx, actor, id }) => endSessions(ctx, actor, id), 'Signed out everywhere.'),
  'reset-second-factor': resetAfterQuestion,
  erase: eraseAfterQuestion,
  ...teamNoteActions(({ ctx, params }) => customerSubject(ctx, params.id ?? '')),
  require: change(require(true), 'Two-factor authentication is now required.'),
  release: withRecentPassword(async (sent) => {
    const security = await accountSecurity(sent.ctx, sent.id);
    if (security === null) throw notFound();
    if (security.isFixed) return formError('A live shop requires two-factor authentication for every admin.');
    await require(false)(sent);
    return formSuccess('Two-factor authentication is no longer required.');
  }),
});

const page = { title: 'Customer', what: 'customer', back: { to: '/admin/customers', label: 'Customers' } };
export const meta = titled(page.title);
export const ErrorBoundary = recordLoadError(page);

type LoaderData = Route.ComponentProps['loaderData'];

function Consents({ consents }: Pick<CustomerDetails, 'consents'>) {
  if (consents.length === 0) return <p className="text-soft">This email address hasn’t subscribed.</p>;
  return (
    <ul className="divide-y divide-line">
      {consents.map(({ trigger, version, at }) => (
        <li key={at.toISOString()} className="py-2 first:pt-0 last:pb-0">
          <span className="font-medium">{trigger}</span>
          <span>{`, wording of ${version}`}</span>
          <span className="block text-sm text-soft">{formatDateTime(at)}</span>
        </li>
      ))}
    </ul>
  );
}

function Details({ customer, details, team, security, isOwn, teamNoteKey }: LoaderData) {
  const maySend = use(CanSubmitContext);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-3">
      <div className="min-w-0 space-y-6 lg:col-span-2">
        <CustomerRecords details={details} isGuest={customer.isGuest} />
      </div>
      <div className="min-w-0 space-y-6">
        <TeamNotesPanel team={team} teamNoteKey={teamNoteKey} />
        <Addresses addresses={details.addresses} />
        {security === null || !maySend('end-sessions') ? null : (
          <SecurityPanel security={security} name={nameOf(customer)} isOwn={isOwn} />
        )}
        <Panel title="Consent">
          <Consents consents={details.consents} />
        </Panel>
        {maySend('erase') ? <PersonalDataPanel customer={customer} /> : null}
      </div>
    </div>
  );
}

const missing = { password: 'a password of at least 12 characters', authenticator: 'an authenticator app' };

function Requirement({ security: { requiresSecondFactor, needs } }: { security: AccountSecurity }) {
  if (!requiresSecondFactor) return <p className="text-soft">Two-factor authentication isn’t required.</p>;
  if (needs.length === 0) return <p>Two-factor authentication is required and turned on.</p>;
  const toSet = needs.map((need) => missing[need]).join(' and ');
  return (
    <p>{`Two-factor authentication is required. Admin access starts after they set up ${toSet} under Account > Security.`}</p>
  );
}

type SecurityPanelProps = { security: AccountSecurity; name: string; isOwn: boolean };

function SecurityPanel({ security, name, isOwn }: SecurityPanelProps) {
  const { openSessions, hasAuthenticator, requiresSecondFactor, isFixed } = security;
  const places = openSessions === 1 ? '1 browser' : `${openSessions} browsers`;
  return (
    <Panel title="Security">
      <p>{`Signed in on ${openSessions === 0 ? 'no browsers' : places}. Authenticator app: ${hasAuthenticator ? 'on' : 'off'}.`}</p>
      <Requirement security={security} />
      <div className="mt-4 flex flex-wrap gap-2">
        <ActionForm name="end-sessions" submit="Sign out everywhere" look="second" />
        {isFixed ? null : requiresSecondFactor ? (
          <ActionForm name="release" submit="Stop requiring two-factor" look="second" />
        ) : (
          <ActionForm name="require" submit="Require two-factor" look="second" />
        )}
        {hasAuthenticator ? <SecondFactorForm name={name} isOwn={isOwn} /> : null}
      </div>
    </Panel>
  );
}

export default function CustomerPage({ loaderData }: Route.ComponentProps) {
  const { customer, details, isOwn } = loaderData;
  return (
    <AdminPage
      title={nameOf(customer)}
      back={page.back}
      lead={
        <span className="flex flex-wrap items-center gap-3">
          <span className="break-all">{customer.email}</span>
          {details.phones.map((phone) => (
            <span key={phone}>{phone}</span>
          ))}
          <RoleBadge customer={customer} />
          <TagBadges tags={customer.tags} />
        </span>
      }
      buttons={
        <ButtonLink to={ordersOf(customer)} look="second">
          View Orders
        </ButtonLink>
      }
    >
      <Panel title="Overview" className="mb-6" aside={<p className="text-sm text-soft">{periodText(customer)}</p>}>
        <CustomerFigures customer={customer} />
        {customer.isGuest || isOwn ? null : (
          <div className="mt-4">
            <RoleForm customer={customer} />
          </div>
        )}
      </Panel>
      <Details {...loaderData} />
    </AdminPage>
  );
}
