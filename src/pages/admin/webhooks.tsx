import { data } from 'react-router';

import { assertConfirmed } from '#modules/accounts/guard.server.ts';
import { pageUser } from '#modules/accounts/page-auth.server.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import { eventLabels, webhookEvents } from '#modules/webhooks/rules.ts';
import { endpoints, newestDeliveries } from '#modules/webhooks/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Field } from '#ui/field.tsx';
import { sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/webhooks.ts';
import { Choices, RowForm, ShownOnce } from './api-form.tsx';
import { outcomeOf, textIn, textsIn } from './api-outcome.server.ts';
import { Empty } from './parts/empty.tsx';
import { Notice } from './parts/notice.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';
import { changeReceiver } from './webhooks-actions.server.ts';
import { DeliveryLog } from './webhooks-log.tsx';
import { Receivers } from './webhooks-receivers.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  return {
    receivers: await endpoints(ctx.db),
    deliveries: (await newestDeliveries(ctx.db, null)).map(({ body: _body, ...delivery }) => delivery),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const user = context.get(pageUser);
  const form = await request.formData();
  const outcome = await outcomeOf(form, () => {
    // Where customers' addresses go is decided by somebody whose password was just proven.
    if (['add', 'renew', 'enable'].includes(textIn(form, 'intent'))) assertConfirmed(user, ctx.now());
    return changeReceiver(ctx, actorOf(visitor), form);
  });
  const typed = outcome.ok ? null : { url: textIn(form, 'url'), events: textsIn(form, 'events') };
  return data({ ...outcome, typed }, { status: outcome.ok ? 200 : 422 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

const choices = webhookEvents.map((value) => ({ value, label: eventLabels[value] }));
const nothingTyped = { url: '', events: [...webhookEvents] as string[] };

export default function WebhooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { receivers, deliveries } = loaderData;
  const outcome = actionData ?? null;
  const typed = outcome?.intent === 'add' && outcome.typed !== null ? outcome.typed : nothingTyped;
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead="Tells other systems of what happens to orders, signed and until they have it."
      />
      <Notice outcome={outcome?.ok === true ? outcome : null} />
      {outcome === null || outcome.secret === null ? null : (
        <ShownOnce title="The signing secret" secret={outcome.secret}>
          Copy it now into the receiver: it is not shown again. Messages are signed as Standard Webhooks describe.
        </ShownOnce>
      )}
      <div className="space-y-6">
        {receivers.length === 0 ? (
          <Empty title="No receivers yet">Add the address of a system that wants to know.</Empty>
        ) : (
          <Receivers receivers={receivers} outcome={outcome} />
        )}
        <Panel title="Add a receiver">
          <RowForm
            key={outcome?.secret ?? 'new'}
            intent="add"
            outcome={outcome}
            submit="Add the receiver"
            look="primary"
          >
            <Field
              key={typed.url}
              id="receiver-url"
              name="url"
              type="url"
              label="Address"
              hint="For example https://erp.example/hooks/shop"
              required
              autoComplete="off"
              defaultValue={typed.url}
            />
            <Choices name="events" legend="It hears of" choices={choices} chosen={typed.events} />
          </RowForm>
        </Panel>
        <DeliveryLog deliveries={deliveries} receivers={receivers} outcome={outcome} />
      </div>
    </>
  );
}
