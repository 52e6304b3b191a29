import { data } from 'react-router';

import { assertConfirmed } from '#modules/accounts/guard.server.ts';
import { pageUser } from '#modules/accounts/page-auth.server.ts';
import { keyInput, keyRefusals } from '#modules/api-keys/contract.ts';
import { scopeLabels, scopes } from '#modules/api-keys/rules.ts';
import { apiKeysOf, createKey, revokeKey } from '#modules/api-keys/service.server.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { shortMoment } from '#shared/moments.ts';
import { Field } from '#ui/field.tsx';
import { sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/api-keys.ts';
import { Choices, RowForm, ShownOnce } from './api-form.tsx';
import { idIn, outcomeOf, textIn, textsIn } from './api-outcome.server.ts';
import { AskOnce } from './forms/ask-once.tsx';
import { Badge } from './parts/badge.tsx';
import { DataTable, type Column } from './parts/data-table.tsx';
import { Empty } from './parts/empty.tsx';
import { Notice } from './parts/notice.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  return { keys: await apiKeysOf(ctx.db) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const user = context.get(pageUser);
  const form = await request.formData();
  const actor = actorOf(visitor);
  const name = textIn(form, 'name');
  const outcome = await outcomeOf(form, async () => {
    if (textIn(form, 'intent') === 'revoke') {
      await revokeKey(ctx, actor, idIn(form));
      return { ok: true, message: 'The key is revoked' };
    }
    if (textIn(form, 'intent') !== 'create') throw notFound();
    assertConfirmed(user, ctx.now());
    const given = keyInput.safeParse({ name, scopes: textsIn(form, 'scopes') });
    if (!given.success) return { ok: false, message: keyRefusals.no_scopes };
    const made = await createKey(ctx, actor, given.data);
    if (!made.ok) return { ok: false, message: keyRefusals[made.reason] };
    return { ok: true, message: 'The key is made', secret: made.value.key };
  });
  const typed = outcome.ok ? { name: '', scopes: [] } : { name, scopes: textsIn(form, 'scopes') };
  return data({ ...outcome, typed }, { status: outcome.ok ? 200 : 422 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

type Key = Route.ComponentProps['loaderData']['keys'][number];

function columnsWith(forms: { outcome: Route.ComponentProps['actionData'] }): Column<Key>[] {
  const { outcome = null } = forms;
  return [
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
            <RowForm intent="revoke" about={id} outcome={outcome} submit={`Revoke ${name} for good`} />
          </AskOnce>
        ),
    },
  ];
}

const choices = scopes.map((value) => ({ value, label: scopeLabels[value] }));

export default function ApiKeysPage({ loaderData: { keys }, actionData }: Route.ComponentProps) {
  const outcome = actionData ?? null;
  const typed = outcome?.typed ?? { name: '', scopes: [] };
  return (
    <>
      <PageHeader title="API keys" lead="For systems that read orders and products, or report what was shipped." />
      <Notice outcome={outcome?.ok === true ? outcome : null} />
      {outcome === null || outcome.secret === null ? null : (
        <ShownOnce title="Your new key" secret={outcome.secret}>
          Copy it now: it is not shown again. Whoever has it can do what it may.
        </ShownOnce>
      )}
      <Panel title="Make a key" className="mb-6">
        {/* A form of its own after each success: what was typed has done its work. */}
        <RowForm key={outcome?.secret ?? 'new'} intent="create" outcome={outcome} submit="Make a key" look="primary">
          <Field
            key={typed.name}
            id="key-name"
            name="name"
            label="Name"
            hint="The system that uses it."
            maxLength={80}
            required
            autoComplete="off"
            defaultValue={typed.name}
          />
          <Choices name="scopes" legend="It may" choices={choices} chosen={typed.scopes} />
        </RowForm>
      </Panel>
      {keys.length === 0 ? (
        <Empty title="No keys yet">What each call does is in the API reference.</Empty>
      ) : (
        <DataTable
          caption="API keys"
          columns={columnsWith({ outcome: actionData })}
          rows={keys}
          rowKey={({ id }) => id}
        />
      )}
    </>
  );
}
