import { Link } from 'react-router';
import { z } from 'zod';

import { roleLabels, roleSummaries } from '#modules/accounts/role-labels.ts';
import { mustSecure, securityNeeds } from '#modules/accounts/account.ts';
import { invitationInput, invitationRefusals, roleRefusals } from '#modules/accounts/accounts.schema.ts';
import { invite, listInvitations, resendInvitation, withdrawInvitation } from '#modules/accounts/invitations.server.ts';
import { invitationDays } from '#modules/accounts/invitations.ts';
import { listTeam, setRole } from '#modules/accounts/roles.server.ts';
import { shortDay, shortMoment } from '#shared/shop-time.ts';
import { teamRoles, type Role } from '#shared/roles.ts';

import { adminAction, confirmed, parsed, replyTo } from '../forms/form-action.server.ts';
import { ActionForm } from '../forms/action-form.tsx';
import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/people.ts';
import { Badge, StateBadge, type State } from './components/badge.tsx';
import { ConfirmedForm, FoldedForm } from './components/folded-form.tsx';
import { DataTable, List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Page, Panel } from './components/page.tsx';

type SecondFactor = 'on' | 'off' | 'waits';

export const loader = adminLoader(async ({ ctx, query, visitor }) => {
  const role = query.choice('role', ['', ...teamRoles]);
  const [team, invitations] = await Promise.all([
    query.list((limits) => listTeam(ctx.db, { role, ...limits })),
    listInvitations(ctx.db),
  ]);
  const rows = team.rows.map((person) => {
    const { id, name, email, hasAuthenticator, isRequired, isStaffGrade, signedInAt } = person;
    const isNeeded = mustSecure(ctx.settings, { isRequired, role: person.role });
    const needs = securityNeeds({ mustSecure: isNeeded, hasAuthenticator, isStaffGrade: isStaffGrade === true });
    const secondFactor: SecondFactor = needs.length > 0 ? 'waits' : hasAuthenticator ? 'on' : 'off';
    return { id, name, email, role: person.role, secondFactor, signedInAt, isYou: id === visitor.user?.id };
  });
  const now = ctx.now();
  return {
    list: { ...team, rows },
    invitations: invitations.map((one) => ({ ...one, isExpired: one.expiresAt <= now })),
  };
});

const roleInput = z.enum([...teamRoles, 'customer']);
const changeInput = z.object({ role: z.enum(teamRoles, 'Choose a role.'), from: roleInput });

export const action = adminAction('/admin/people', {
  invite: confirmed(
    parsed(invitationInput, async ({ ctx, actor }, invitation) =>
      replyTo(await invite(ctx, actor, invitation), invitationRefusals, {
        success: `The invitation is on its way to ${invitation.email}.`,
        fields: { has_role: 'email', invited: 'email' },
      }),
    ),
  ),
  'invite-again': confirmed(async ({ ctx, actor, id }) => {
    const sent = await resendInvitation(ctx, actor, id);
    return replyTo(sent, invitationRefusals, sent.ok ? `A new link is on its way to ${sent.value}.` : '');
  }),
  withdraw: async ({ ctx, actor, id }) =>
    replyTo(await withdrawInvitation(ctx, actor, id), invitationRefusals, 'The invitation is withdrawn.'),
  change: confirmed(
    parsed(changeInput, async ({ ctx, actor, id }, change) =>
      replyTo(
        await setRole(ctx, actor, { userId: id, ...change }),
        roleRefusals,
        `The role is ${roleLabels[change.role]} now. The person has to sign in again.`,
      ),
    ),
  ),
  remove: confirmed(
    parsed(z.object({ from: roleInput }), async ({ ctx, actor, id }, { from }) =>
      replyTo(
        await setRole(ctx, actor, { userId: id, role: 'customer', from }),
        roleRefusals,
        'The person is removed and signed out everywhere. The account stays, as a customer’s.',
      ),
    ),
  ),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

type Data = Route.ComponentProps['loaderData'];
type Person = Data['list']['rows'][number];
type Invitation = Data['invitations'][number];

const roleOptions = optionsOf(Object.fromEntries(teamRoles.map((role) => [role, roleLabels[role]])));

const secondFactors: Record<SecondFactor, State> = {
  on: ['good', 'On'],
  off: ['plain', 'Off'],
  waits: ['warn', 'Rights wait for it'],
};

function Who({ id, name, email, isYou }: Person) {
  return (
    <div className="min-w-0 @max-3xl:mb-2">
      <p className="flex flex-wrap items-center gap-2">
        <Link to={`/admin/customers/${id}`} className="py-1 font-medium wrap-anywhere text-berry hover:underline">
          {name === '' ? email : name}
        </Link>
        {isYou ? <Badge tone="active">You</Badge> : null}
      </p>
      <p className="text-sm break-all text-soft">{email}</p>
    </div>
  );
}

const isRole = (role: Role) => ({ from: role });

function Changes({ id, name, email, role, isYou }: Person) {
  if (isYou) return <span className="text-sm text-soft">Another admin changes your role</span>;
  const who = name === '' ? email : name;
  return (
    <div className="flex flex-wrap items-start gap-x-4 @3xl:justify-end">
      <FoldedForm
        title={<span aria-label={`Change role of ${who}`}>Change role</span>}
        name="change"
        id={id}
        submit="Save role"
        submitLabel={`Save role of ${who}`}
        hidden={isRole(role)}
        stored={{ role }}
        fields={[{ name: 'role', kind: 'choice', label: 'Role', options: roleOptions }]}
      />
      <ConfirmedForm
        label="Remove…"
        question={`${who} is signed out everywhere at once and no longer opens the admin.`}
        name="remove"
        id={id}
        submit="Remove"
        submitLabel={`Remove ${who}`}
        hidden={isRole(role)}
      />
    </div>
  );
}

const columns: Column<Person>[] = [
  { title: 'Person', isHead: true, render: (person) => <Who {...person} /> },
  { title: 'Role', render: ({ role }) => roleLabels[role] },
  { title: 'Second factor', render: ({ secondFactor }) => <StateBadge of={secondFactors[secondFactor]} /> },
  {
    title: 'Last sign-in',
    render: ({ signedInAt }) => (signedInAt === null ? 'None recorded' : shortMoment(signedInAt)),
  },
  { title: 'Changes', isHead: true, render: (person) => <Changes {...person} /> },
];

const invitationColumns: Column<Invitation>[] = [
  { title: 'Email', isHead: true, render: ({ email }) => <span className="font-medium break-all">{email}</span> },
  { title: 'Role', render: ({ role }) => roleLabels[role] },
  {
    title: 'Link',
    render: ({ isExpired, expiresAt }) =>
      isExpired ? <Badge tone="warn">Expired</Badge> : `Works until ${shortDay(expiresAt)}`,
  },
  {
    title: 'Changes',
    isHead: true,
    render: ({ id, email }) => (
      <div className="flex gap-x-4 @3xl:justify-end">
        <ActionForm
          name="invite-again"
          id={id}
          look="quiet"
          submit="Send again"
          submitLabel={`Send again to ${email}`}
        />
        <ActionForm name="withdraw" id={id} look="quiet" submit="Withdraw" submitLabel={`Withdraw: ${email}`} />
      </div>
    ),
  },
];

function Invite() {
  return (
    <Panel title="Invite" className="mb-6">
      <ActionForm
        name="invite"
        submit="Send invitation"
        stored={{ role: 'staff' }}
        fields={[
          [
            {
              name: 'email',
              label: 'Email',
              maxLength: 180,
              spellCheck: false,
              autoCapitalize: 'none',
              required: true,
            },
            { name: 'role', kind: 'choice', label: 'Role', options: roleOptions },
          ],
        ]}
      >
        <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
          {teamRoles.map((role) => (
            <div key={role}>
              <dt className="font-medium">{roleLabels[role]}</dt>
              <dd className="text-soft">{roleSummaries[role]}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-soft">{`The link works once, for ${invitationDays} days.`}</p>
      </ActionForm>
    </Panel>
  );
}

function Invitations({ invitations }: Pick<Data, 'invitations'>) {
  if (invitations.length === 0) return null;
  return (
    <Panel title="Open invitations" className="mt-6">
      <DataTable caption="Open invitations" columns={invitationColumns} rows={invitations} />
    </Panel>
  );
}

export default function PeoplePage({ loaderData: { list, invitations } }: Route.ComponentProps) {
  return (
    <Page title="People" lead="Who works in this admin, and what each of them may do.">
      <Invite key={invitations.map(({ id }) => id).join(' ')} />
      <List
        list={list}
        caption="People with a role"
        choices={[{ name: 'role', label: 'Role', options: [{ value: '', label: 'Every role' }, ...roleOptions] }]}
        empty={{ title: 'Nobody has this role', first: 'Nobody has this role.' }}
        columns={columns}
      />
      <Invitations invitations={invitations} />
    </Page>
  );
}
