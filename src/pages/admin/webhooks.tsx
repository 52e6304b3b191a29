import { eventNames, webhookEvents } from '#app/webhook-events.server.ts';
import {
  changeRefusals,
  endpointInput,
  endpointRefusals,
  resendRefusals,
  type EndpointRefusal,
} from '#modules/webhooks/webhooks.schema.ts';
import { replyText } from '#modules/webhooks/webhooks.ts';
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  endpoints,
  newestDeliveries,
  removeEndpoint,
  renewSecret,
  resend,
} from '#modules/webhooks/webhooks.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { ActionForm } from '../forms/action-form.tsx';
import {
  withRecentPassword,
  formSuccess,
  adminAction,
  withParsedFields,
  replyFromResult,
  multiSelect,
  type SentForm,
  final,
} from '../forms/form-action.server.ts';
import type { FormField } from '../forms/form-fields.tsx';
import { useLastResult } from '../forms/use-form-response.ts';
import type { Route } from './+types/webhooks.ts';
import { Badge, StateBadge, type State } from './components/badge.tsx';
import { ConfirmedForm } from './components/collapsible-form.tsx';
import { DataTable, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Empty, AdminPage, Panel } from './components/page.tsx';
import { ShownOnce } from './components/secret-shown-once.tsx';

export const loader = adminLoader(async ({ ctx }) => {
  const receivers = await endpoints(ctx.db);
  const urls = new Map(receivers.map(({ id, url }) => [id, url]));
  const deliveries = await newestDeliveries(ctx.db, null);
  return {
    events: webhookEvents.map(({ name, label }) => ({ value: name, label })),
    receivers,
    deliveries: deliveries.map(({ body: _body, ...delivery }) => ({ ...delivery, url: urls.get(delivery.endpointId) })),
  };
});

const fields: Partial<Record<EndpointRefusal, string>> = {
  not_an_address: 'url',
  not_https: 'url',
  has_password: 'url',
  private_address: 'url',
  no_events: 'events',
};

const input = endpointInput(eventNames);

const change =
  (work: typeof enableEndpoint, success: string) =>
  async ({ ctx, actor, id }: SentForm) =>
    replyFromResult(await work(ctx, actor, id), changeRefusals, success);

/**
 * Handles the forms of receivers and messages.
 * Changing where customers' addresses go needs a recent password confirmation.
 */
export const action = adminAction('/admin/webhooks', {
  add: withRecentPassword(
    withParsedFields(input.extend({ events: multiSelect(input.shape.events) }), async ({ ctx, actor }, endpoint) => {
      const added = await addEndpoint(ctx, actor, endpoint);
      if (added.ok) return formSuccess('Endpoint added.', { secret: added.value.secret });
      return replyFromResult(added, endpointRefusals, { success: '', fields });
    }),
  ),
  renew: final(
    withRecentPassword(async ({ ctx, actor, id }) => {
      const renewed = await renewSecret(ctx, actor, id);
      if (renewed.ok) return formSuccess('New signing secret created.', { secret: renewed.value });
      return replyFromResult(renewed, changeRefusals, '');
    }),
  ),
  enable: withRecentPassword(change(enableEndpoint, 'Endpoint enabled. New events are sent to it.')),
  disable: final(change(disableEndpoint, 'Endpoint disabled. No events are sent to it.')),
  remove: final(change(removeEndpoint, 'Endpoint removed.')),
  async resend({ ctx, actor, id }) {
    return replyFromResult(await resend(ctx, actor, id), resendRefusals, 'Event queued to send again.');
  },
});

type Shown = { secret: string };

export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

type Loaded = Route.ComponentProps['loaderData'];
type Receiver = Loaded['receivers'][number];
type Delivery = Loaded['deliveries'][number];

const ways = {
  disable: {
    label: 'Disable',
    question: 'This endpoint gets no events until you enable it again. Disable it?',
    submit: 'Disable endpoint',
  },
  renew: {
    label: 'Replace secret…',
    question: 'The old secret stops working right away. Replace it?',
    submit: 'Replace secret',
  },
  remove: {
    label: 'Remove',
    question: 'This deletes the endpoint and its event log. Remove it?',
    submit: 'Remove endpoint',
  },
};

function ReceiverCard({ receiver: { id, url, events, state, disabledReason } }: { receiver: Receiver }) {
  const isActive = state === 'active';
  const change = (name: keyof typeof ways) => <ConfirmedForm {...ways[name]} name={name} id={id} />;
  return (
    <li className="space-y-3 border-t border-line py-5 first:border-t-0 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-3">
        <code className="break-all">{url}</code>
        <Badge tone={isActive ? 'good' : 'warn'}>{isActive ? 'Active' : 'Disabled'}</Badge>
      </p>
      <p className="text-soft">{`Events: ${events.join(', ')}`}</p>
      {disabledReason === null ? null : <p className="text-wine">{`Disabled. ${disabledReason}`}</p>}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        {isActive ? change('disable') : <ActionForm name="enable" id={id} submit="Enable" look="second" />}
        {change('renew')}
        {change('remove')}
      </div>
    </li>
  );
}

const states: Record<Delivery['state'], State> = {
  pending: ['active', 'Pending'],
  delivered: ['good', 'Delivered'],
  failed: ['danger', 'Failed'],
};

function Tries({ log }: Pick<Delivery, 'log'>) {
  if (log.length === 0) return <span className="text-soft">No attempts yet</span>;
  return (
    <ol>
      {log.map((one) => (
        <li key={one.id}>
          <span>{`${replyText(one)} `}</span>
          <span className="text-sm text-soft">{`${formatDateTime(one.at)}, ${one.ms} ms`}</span>
        </li>
      ))}
    </ol>
  );
}

const columns: Column<Delivery>[] = [
  {
    title: 'Event',
    render: ({ type, subject, createdAt }) => (
      <span>
        <span className="font-medium">{`${type} ${subject}`}</span>
        <span className="block text-sm text-soft">{formatDateTime(createdAt)}</span>
      </span>
    ),
  },
  { title: 'Endpoint', render: ({ url }) => <span className="break-all">{url}</span> },
  { title: 'Responses', render: ({ log }) => <Tries log={log} /> },
  { title: 'Status', render: ({ state }) => <StateBadge of={states[state]} /> },
  {
    title: 'Actions',
    render: ({ id, state }) =>
      state === 'pending' ? null : <ActionForm name="resend" id={id} submit="Send again" look="second" />,
  },
];

const urlField: FormField = {
  name: 'url',
  kind: 'url',
  label: 'Endpoint URL',
  hint: 'For example https://erp.example/hooks/shop',
  required: true,
};

export default function WebhooksPage({ loaderData }: Route.ComponentProps) {
  const { events, receivers, deliveries } = loaderData;
  const secret = useLastResult<Shown>()?.secret;
  return (
    <AdminPage
      title="Webhooks"
      lead="Notify other systems about order events. Each event is signed and retried until it’s delivered."
    >
      <ShownOnce title="Signing secret" secret={secret}>
        Copy it to your endpoint now. You won’t see it again. Events are signed following Standard Webhooks.
      </ShownOnce>
      <div className="space-y-6">
        {receivers.length === 0 ? (
          <Empty title="No endpoints yet">Add the URL of a system that should get order events.</Empty>
        ) : (
          <Panel title="Endpoints">
            <ul>
              {receivers.map((receiver) => (
                <ReceiverCard key={receiver.id} receiver={receiver} />
              ))}
            </ul>
          </Panel>
        )}
        <Panel title="Add an endpoint">
          <ActionForm
            key={secret ?? 'new'}
            name="add"
            submit="Add endpoint"
            stored={{ events: events.map(({ value }) => value).join('\n') }}
            fields={[urlField, { name: 'events', kind: 'choices', label: 'Events to send', options: events }]}
          />
        </Panel>
        <Panel title="Last 50 events">
          <DataTable
            caption="Events"
            columns={columns}
            rows={deliveries}
            empty={<p className="text-soft">No events sent yet.</p>}
          />
        </Panel>
      </div>
    </AdminPage>
  );
}
