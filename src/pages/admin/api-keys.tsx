import { keyInput, keyRefusals } from '#modules/api/api-keys.schema.ts';
import { scopeLabels } from '#modules/api/api-keys.ts';
import { listApiKeys, createKey, revokeKey } from '#modules/api/api-keys.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import {
  final,
  withRecentPassword,
  formSuccess,
  adminAction,
  withParsedFields,
  multiSelect,
  replyFromResult,
} from '../forms/form-action.server.ts';
import { ActionForm } from '../forms/action-form.tsx';
import { optionsOf, type FormLayout } from '../forms/form-fields.tsx';
import { useLastResult } from '../forms/use-form-response.ts';
import type { Route } from './+types/api-keys.ts';
import { Badge } from './components/badge.tsx';
import { ConfirmedForm } from './components/collapsible-form.tsx';
import { DataTable, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Empty, AdminPage, Panel } from './components/page.tsx';
import { ShownOnce } from './components/secret-shown-once.tsx';

export const loader = adminLoader(async ({ ctx }) => ({ keys: await listApiKeys(ctx.db) }));

export const action = adminAction('/admin/api-keys', {
  create: withRecentPassword(
    withParsedFields(keyInput.extend({ scopes: multiSelect(keyInput.shape.scopes) }), async ({ ctx, actor }, key) => {
      const made = await createKey(ctx, actor, key);
      if (made.ok) return formSuccess('API key created.', { secret: made.value.key });
      return replyFromResult(made, keyRefusals, { success: '', fields: { no_name: 'name', no_scopes: 'scopes' } });
    }),
  ),
  revoke: final(async ({ ctx, actor, id }) => {
    await revokeKey(ctx, actor, id);
    return formSuccess('API key revoked.');
  }),
});

type Shown = { secret: string };

type Key = Route.ComponentProps['loaderData']['keys'][number];

const columns: Column<Key>[] = [
  {
    title: 'Key',
    render: ({ name, prefix }) => (
      <span>
        <span className="font-medium">{name}</span> <code className="text-sm text-soft">{`${prefix}…`}</code>
      </span>
    ),
  },
  { title: 'Permissions', render: (key) => key.scopes.join(', ') },
  { title: 'Created', render: ({ createdAt, createdBy }) => `${formatDateTime(createdAt)} by ${createdBy}` },
  { title: 'Last used', render: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : formatDateTime(lastUsedAt)) },
  {
    title: 'Status',
    render: ({ id, name, revokedAt }) =>
      revokedAt !== null ? (
        <Badge>Revoked</Badge>
      ) : (
        <ConfirmedForm
          label="Revoke…"
          question="Any system that uses this key loses access right away. Revoke it?"
          name="revoke"
          id={id}
          submit={`Revoke ${name}`}
        />
      ),
  },
];

const fields: FormLayout = [
  { name: 'name', label: 'Name', hint: 'For example, the system that uses this key.', maxLength: 80, required: true },
  { name: 'scopes', kind: 'choices', label: 'Permissions', options: optionsOf(scopeLabels) },
];

export default function ApiKeysPage({ loaderData: { keys } }: Route.ComponentProps) {
  const secret = useLastResult<Shown>()?.secret;
  return (
    <AdminPage title="API keys" lead="For systems that read orders and products, or report shipments.">
      <ShownOnce title="Your new API key" secret={secret}>
        Copy it now. You won’t see it again. Anyone with this key has its permissions.
      </ShownOnce>
      <Panel title="Create an API key" className="mb-6">
        {/* The key resets the form after each success. */}
        <ActionForm key={secret ?? 'new'} name="create" submit="Create key" fields={fields} />
      </Panel>
      <DataTable
        caption="API keys"
        columns={columns}
        rows={keys}
        empty={<Empty title="No API keys yet">See the API reference for what each call does.</Empty>}
      />
    </AdminPage>
  );
}
