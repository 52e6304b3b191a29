import { Link } from 'react-router';
import { z } from 'zod';

import { roleLabels, roleSummaries } from '#modules/accounts/role-labels.ts';
import { requiresSecondFactor, missingSecuritySteps } from '#modules/accounts/account.ts';
import { invitationInput, invitationRefusals, roleRefusals } from '#modules/accounts/accounts.schema.ts';
import { invite, resendInvitation, withdrawInvitation } from '#modules/accounts/invitations.server.ts';
import { listInvitations } from '#modules/accounts/invitations.queries.server.ts';
import { invitationDays } from '#modules/accounts/invitations.ts';
import { setRole } from '#modules/accounts/roles.server.ts';
import { listTeam } from '#modules/accounts/accounts.queries.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { teamRoles, type Role } from '#shared/roles.ts';

import {
  final,
  adminAction,
  withRecentPassword,
  withParsedFields,
  replyFromResult,
} from '../forms/form-action.server.ts';
import { ActionForm } from '../forms/action-form.tsx';
import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/team.ts';
import { Badge, StateBadge, type State } from './components/badge.tsx';
import { ConfirmedForm, CollapsibleForm } from './components/collapsible-form.tsx';
import { DataTable, List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { AdminPage, Panel } from './components/page.tsx';

type SecondFactor = 'on' | 'off' | 'waits';

export const loader = adminLoader(async ({ ctx, query, visitor }) => {
  const role = query.choice('role', ['', ...teamRoles]);
  const [team, invitations] = await Promise.all([
    query.list(({ page }) => listTeam(ctx.db, { role, page })),
    listInvitations(ctx.db),
  ]);
  const rows = team.rows.map((person) => {
    const { id, name, email, hasAuthenticator, isRequired, meetsStaffPolicy, signedInAt } = person;
    const isNeeded = requiresSecondFactor(ctx.settings, { isRequired, role: person.role });
    const needs = missingSecuritySteps({
      requiresSecondFactor: isNeeded,
      hasAuthenticator,
      meetsStaffPolicy: meetsStaffPolicy === true,
    });
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
  invite: withRecentPassword(
    withParsedFields(invitationInput, async ({ ctx, actor }, invitation) =>
      replyFromResult(await invite(ctx, actor, invitation), invitationRefusals, {
        success: `Invitation sent to ${invitation.email}.`,
        fields: { has_role: 'email', invited: 'email' },
      }),
    ),
  ),
  'invite-again': withRecentPassword(async ({ ctx, actor, id }) => {
    const sent = await resendInvitation(ctx, actor, id);
    return replyFromResult(sent, invitationRefusals, sent.ok ? `New link sent to ${sent.value}.` : '');
  }),
  withdraw: async ({ ctx, actor, id }) =>
    replyFromResult(await withdrawInvitation(ctx, actor, id), invitationRefusals, 'Invitation revoked.'),
  change: withRecentPassword(
    withParsedFields(changeInput, async ({ ctx, actor, id }, change) =>
      replyFromResult(
        await setRole(ctx, actor, { userId: id, ...change }),
        roleRefusals,
        `Role changed to ${roleLabels[change.role]}. This person needs to sign in again.`,
      ),
    ),
  ),
  remove: final(
    withRecentPassword(
      withParsedFields(z.object({ from: roleInput }), async ({ ctx, actor, id }, { from }) =>
        replyFromResult(
          await setRole(ctx, actor, { userId: id, role: 'customer', from }),
          roleRefusals,
          'Removed from the team and signed out everywhere. Their customer account stays.',
        ),
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
  waits: ['warn', 'Setup required'],
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
  if (isYou) return <span className="text-sm text-soft">Ask another admin to change your role</span>;
  const who = name === '' ? email : name;
  return (
    <div className="flex flex-wrap items-start gap-x-4 @3xl:justify-end">
      <CollapsibleForm
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
        question={`${who} will be signed out everywhere and lose access to the admin.`}
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
  { title: 'Name', sortBy: 'person', isHead: true, render: (person) => <Who {...person} /> },
  { title: 'Role', sortBy: 'role', render: ({ role }) => roleLabels[role] },
  { title: 'Two-factor', render: ({ secondFactor }) => <StateBadge of={secondFactors[secondFactor]} /> },
  {
    title: 'Last sign-in',
    sortBy: '-last-sign-in',
    render: ({ signedInAt }) => (signedInAt === null ? 'Never' : formatDateTime(signedInAt)),
  },
  { title: 'Actions', isHead: true, render: (person) => <Changes {...person} /> },
];

const invitationColumns: Column<Invitation>[] = [
  { title: 'Email', isHead: true, render: ({ email }) => <span className="font-medium break-all">{email}</span> },
  { title: 'Role', render: ({ role }) => roleLabels[role] },
  {
    title: 'Status',
    render: ({ isExpired, expiresAt }) =>
      isExpired ? <Badge tone="warn">Expired</Badge> : `Expires ${formatDateTime(expiresAt)}`,
  },
  {
    title: 'Actions',
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
        <ActionForm
          name="withdraw"
          id={id}
          look="quiet"
          submit="Revoke"
          submitLabel={`Revoke the invitation to ${email}`}
        />
      </div>
    ),
  },
];

function Invite() {
  return (
    <Panel title="Invite a team member" className="mb-6">
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
        <p className="text-sm text-soft">{`The link works once and expires in ${invitationDays} days.`}</p>
      </ActionForm>
    </Panel>
  );
}

function Invitations({ invitations }: Pick<Data, 'invitations'>) {
  if (invitations.length === 0) return null;
  return (
    <Panel title="Pending invitations" className="mt-6">
      <DataTable caption="Open invitations" columns={invitationColumns} rows={invitations} />
    </Panel>
  );
}

export default function PeoplePage({ loaderData: { list, invitations } }: Route.ComponentProps) {
  return (
    <AdminPage title="Team" lead="People with access to this admin, and their roles.">
      <Invite key={invitations.map(({ id }) => id).join(' ')} />
      <List
        list={list}
        caption="Team members"
        choices={[{ name: 'role', label: 'Role', options: [{ value: '', label: 'All roles' }, ...roleOptions] }]}
        empty={{ title: 'No team members with this role', first: 'Invite someone above.' }}
        columns={columns}
      />
      <Invitations invitations={invitations} />
    </AdminPage>
  );
}
