import { shopEvents } from '#app/events.server.ts';
import { endpoints, newestDeliveries } from '#modules/ground/outgoing-webhooks/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Field } from '#ui/field.tsx';
import { sendAnswer } from '#ui/send-form.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { PageNotice } from '../forms/notice.tsx';
import type { Route } from './+types/webhooks.ts';
import { Choices, ShownOnce } from './forms/choices.tsx';
import { Empty } from './parts/empty.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';
import { changeReceiver } from './webhooks-actions.server.ts';
import { DeliveryLog } from './webhooks-log.tsx';
import { Receivers } from './webhooks-receivers.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  return {
    choices: shopEvents.map(({ name, label }) => ({ value: name, label })),
    receivers: await endpoints(ctx.db),
    deliveries: (await newestDeliveries(ctx.db, null)).map(({ body: _body, ...delivery }) => delivery),
  };
}

export const action = changeReceiver;
export const clientAction = sendAnswer<{ secret: string }>;

export default function WebhooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { choices, receivers, deliveries } = loaderData;
  const stored = { events: choices.map(({ value }) => value).join('\n') };
  const secret = actionData?.result?.secret;
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead="Tells other systems of what happens to orders, signed and until they have it."
      />
      <PageNotice answer={actionData} />
      {secret === undefined ? null : (
        <ShownOnce title="The signing secret" secret={secret}>
          Copy it now into the receiver: it is not shown again. Messages are signed as Standard Webhooks describe.
        </ShownOnce>
      )}
      <div className="space-y-6">
        {receivers.length === 0 ? (
          <Empty title="No receivers yet">Add the address of a system that wants to know.</Empty>
        ) : (
          <Receivers receivers={receivers} answer={actionData} />
        )}
        <Panel title="Add a receiver">
          <ActionForm key={secret ?? 'new'} name="add" answer={actionData} submit="Add the receiver" stored={stored}>
            {({ field, list }) => (
              <>
                <Field
                  {...field('url')}
                  type="url"
                  label="Address"
                  hint="For example https://erp.example/hooks/shop"
                  required
                  autoComplete="off"
                />
                <Choices {...list('events')} legend="It hears of" choices={choices} />
              </>
            )}
          </ActionForm>
        </Panel>
        <DeliveryLog deliveries={deliveries} receivers={receivers} />
      </div>
    </>
  );
}
