import { keyInput, keyRefusals } from '#modules/owner/api-keys/contract.ts';
import { scopeLabels, scopes } from '#modules/owner/api-keys/rules.ts';
import { apiKeysOf, createKey, revokeKey } from '#modules/owner/api-keys/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { shortMoment } from '#shared/moments.ts';
import { Field } from '#ui/field.tsx';
import { sendAnswer } from '#ui/send-form.ts';

import { confirmed, done, formAction, parsed, several, told } from '../forms/action.server.ts';
import { ActionForm } from '../forms/action-form.tsx';
import { PageNotice } from '../forms/notice.tsx';
import type { Route } from './+types/api-keys.ts';
import { AskOnce } from './forms/ask-once.tsx';
import { Choices, ShownOnce } from './forms/choices.tsx';
import { Badge } from './parts/badge.tsx';
import { DataTable, type Column } from './parts/data-table.tsx';
import { Empty } from './parts/empty.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  return { keys: await apiKeysOf(ctx.db) };
}

export const action = formAction({
  create: confirmed(
    parsed(keyInput.extend({ scopes: several(keyInput.shape.scopes) }), async ({ ctx, actor }, key) => {
      const made = await createKey(ctx, actor, key);
      if (made.ok) return done('The key is made', { secret: made.value.key });
      return told(made, keyRefusals, { success: '', fields: { no_name: 'name', no_scopes: 'scopes' } });
    }),
  ),
  async revoke({ ctx, actor, id }) {
    await revokeKey(ctx, actor, id);
    return done('The key is revoked');
  },
});
export const clientAction = sendAnswer<{ secret: string }>;

type Key = Route.ComponentProps['loaderData']['keys'][number];

const columns: Column<Key>[] = [
  {
    title: 'Key',
    render: ({ name, prefix }) => (
      <span>
        <span className="font-medium">{name}</span> <code className="text-sm text-soft">{prefix}…</code>
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
        <AskOnce label="Revoke" question="The system that uses this key is refused from then on. Revoke it?">
          <ActionForm name="revoke" id={id} submit={`Revoke ${name} for good`} look="second" />
        </AskOnce>
      ),
  },
];

const choices = scopes.map((value) => ({ value, label: scopeLabels[value] }));

export default function ApiKeysPage({ loaderData: { keys }, actionData }: Route.ComponentProps) {
  const secret = actionData?.result?.secret;
  return (
    <>
      <PageHeader title="API keys" lead="For systems that read orders and products, or report what was shipped." />
      <PageNotice answer={actionData} />
      {secret === undefined ? null : (
        <ShownOnce title="Your new key" secret={secret}>
          Copy it now: it is not shown again. Whoever has it can do what it may.
        </ShownOnce>
      )}
      <Panel title="Make a key" className="mb-6">
        {/* A form of its own after each success: what was typed has done its work. */}
        <ActionForm key={secret ?? 'new'} name="create" answer={actionData} submit="Make a key">
          {({ field, list }) => (
            <>
              <Field
                {...field('name')}
                label="Name"
                hint="The system that uses it."
                maxLength={80}
                required
                autoComplete="off"
              />
              <Choices {...list('scopes')} legend="It may" choices={choices} />
            </>
          )}
        </ActionForm>
      </Panel>
      {keys.length === 0 ? (
        <Empty title="No keys yet">What each call does is in the API reference.</Empty>
      ) : (
        <DataTable caption="API keys" columns={columns} rows={keys} rowKey={({ id }) => id} />
      )}
    </>
  );
}
