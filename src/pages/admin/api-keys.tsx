import { keyInput, keyRefusals } from '#modules/api/api-keys.schema.ts';
import { scopeLabels } from '#modules/api/api-keys.ts';
import { listApiKeys, createKey, revokeKey } from '#modules/api/api-keys.server.ts';
import { shortMoment } from '#shared/shop-time.ts';

import { confirmed, done, adminAction, parsed, multiSelect, replyTo } from '../forms/form-action.server.ts';
import { ActionForm } from '../forms/action-form.tsx';
import { optionsOf, type FormLayout } from '../forms/form-fields.tsx';
import { useLastResult } from '../forms/use-answer.ts';
import type { Route } from './+types/api-keys.ts';
import { Badge } from './components/badge.tsx';
import { ConfirmedForm } from './components/folded-form.tsx';
import { DataTable, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Empty, Page, Panel } from './components/page.tsx';
import { ShownOnce } from './components/secret-shown-once.tsx';

export const loader = adminLoader(async ({ ctx }) => ({ keys: await listApiKeys(ctx.db) }));

export const action = adminAction('/admin/api-keys', {
  create: confirmed(
    parsed(keyInput.extend({ scopes: multiSelect(keyInput.shape.scopes) }), async ({ ctx, actor }, key) => {
      const made = await createKey(ctx, actor, key);
      if (made.ok) return done('The key is made', { secret: made.value.key });
      return replyTo(made, keyRefusals, { success: '', fields: { no_name: 'name', no_scopes: 'scopes' } });
    }),
  ),
  async revoke({ ctx, actor, id }) {
    await revokeKey(ctx, actor, id);
    return done('The key is revoked');
  },
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
  { title: 'May', render: (key) => key.scopes.join(', ') },
  { title: 'Made', render: ({ createdAt, createdBy }) => `${shortMoment(createdAt)} by ${createdBy}` },
  { title: 'Last used', render: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : shortMoment(lastUsedAt)) },
  {
    title: 'State',
    render: ({ id, name, revokedAt }) =>
      revokedAt !== null ? (
        <Badge>Revoked</Badge>
      ) : (
        <ConfirmedForm
          label="Revoke"
          question="The system that uses this key is refused from then on. Revoke it?"
          name="revoke"
          id={id}
          submit={`Revoke ${name} for good`}
        />
      ),
  },
];

const fields: FormLayout = [
  { name: 'name', label: 'Name', hint: 'The system that uses it.', maxLength: 80, required: true },
  { name: 'scopes', kind: 'choices', label: 'It may', options: optionsOf(scopeLabels) },
];

export default function ApiKeysPage({ loaderData: { keys } }: Route.ComponentProps) {
  const secret = useLastResult<Shown>()?.secret;
  return (
    <Page title="API keys" lead="For systems that read orders and products, or report what was shipped.">
      <ShownOnce title="Your new key" secret={secret}>
        Copy it now: it is not shown again. Whoever has it can do what it may.
      </ShownOnce>
      <Panel title="Make a key" className="mb-6">
        {/* The key resets the form after each success. */}
        <ActionForm key={secret ?? 'new'} name="create" submit="Make a key" fields={fields} />
      </Panel>
      <DataTable
        caption="API keys"
        columns={columns}
        rows={keys}
        empty={<Empty title="No keys yet">What each call does is in the API reference.</Empty>}
      />
    </Page>
  );
}
