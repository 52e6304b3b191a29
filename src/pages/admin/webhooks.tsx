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
import { shortMoment } from '#shared/shop-time.ts';

import { ActionForm } from '../forms/action-form.tsx';
import {
  confirmed,
  done,
  adminAction,
  parsed,
  replyTo,
  multiSelect,
  type SentForm,
} from '../forms/form-action.server.ts';
import type { FormField } from '../forms/form-fields.tsx';
import { useLastResult } from '../forms/use-answer.ts';
import type { Route } from './+types/webhooks.ts';
import { Badge, StateBadge, type State } from './components/badge.tsx';
import { ConfirmedForm } from './components/folded-form.tsx';
import { DataTable, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Empty, Page, Panel } from './components/page.tsx';
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
    replyTo(await work(ctx, actor, id), changeRefusals, success);

/**
 * Handles the forms of receivers and messages.
 * Changing where customers' addresses go needs a recent password confirmation.
 */
export const action = adminAction('/admin/webhooks', {
  add: confirmed(
    parsed(input.extend({ events: multiSelect(input.shape.events) }), async ({ ctx, actor }, endpoint) => {
      const added = await addEndpoint(ctx, actor, endpoint);
      if (added.ok) return done('The receiver is added', { secret: added.value.secret });
      return replyTo(added, endpointRefusals, { success: '', fields });
    }),
  ),
  renew: confirmed(async ({ ctx, actor, id }) => {
    const renewed = await renewSecret(ctx, actor, id);
    if (renewed.ok) return done('The receiver has a new secret', { secret: renewed.value });
    return replyTo(renewed, changeRefusals, '');
  }),
  enable: confirmed(change(enableEndpoint, 'The receiver hears of everything from now on')),
  disable: change(disableEndpoint, 'The receiver hears nothing more'),
  remove: change(removeEndpoint, 'The receiver is removed'),
  async resend({ ctx, actor, id }) {
    return replyTo(await resend(ctx, actor, id), resendRefusals, 'The message is on its way again');
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
    question: 'This receiver hears of nothing until it is enabled again. Disable it?',
    submit: 'Send nothing more',
  },
  renew: {
    label: 'New secret',
    question: 'Messages are signed with the new secret at once; the old one ends. Replace it?',
    submit: 'Replace the secret now',
  },
  remove: {
    label: 'Remove',
    question: 'Its address and the log of its messages are deleted. Remove it?',
    submit: 'Remove it and its log',
  },
};

function ReceiverCard({ receiver: { id, url, events, state, disabledWhy } }: { receiver: Receiver }) {
  const isActive = state === 'active';
  const change = (name: keyof typeof ways) => <ConfirmedForm {...ways[name]} name={name} id={id} />;
  return (
    <li className="space-y-3 border-t border-line py-5 first:border-t-0 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-3">
        <code className="break-all">{url}</code>
        <Badge tone={isActive ? 'good' : 'warn'}>{isActive ? 'Active' : 'Disabled'}</Badge>
      </p>
      <p className="text-soft">{`Hears of ${events.join(', ')}`}</p>
      {disabledWhy === null ? null : <p className="text-wine">{`Nothing is sent any more: ${disabledWhy}`}</p>}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        {isActive ? change('disable') : <ActionForm name="enable" id={id} submit="Enable" look="second" />}
        {change('renew')}
        {change('remove')}
      </div>
    </li>
  );
}

const states: Record<Delivery['state'], State> = {
  pending: ['active', 'On its way'],
  delivered: ['good', 'Delivered'],
  failed: ['danger', 'Failed'],
};

function Tries({ log }: Pick<Delivery, 'log'>) {
  if (log.length === 0) return <span className="text-soft">Not yet</span>;
  return (
    <ol>
      {log.map((one) => (
        <li key={one.id}>
          <span>{`${replyText(one)} `}</span>
          <span className="text-sm text-soft">{`${shortMoment(one.at)}, ${one.ms} ms`}</span>
        </li>
      ))}
    </ol>
  );
}

const columns: Column<Delivery>[] = [
  {
    title: 'Message',
    render: ({ type, subject, createdAt }) => (
      <span>
        <span className="font-medium">{`${type} ${subject}`}</span>
        <span className="block text-sm text-soft">{shortMoment(createdAt)}</span>
      </span>
    ),
  },
  { title: 'Receiver', render: ({ url }) => <span className="break-all">{url}</span> },
  { title: 'Answers', render: ({ log }) => <Tries log={log} /> },
  { title: 'State', render: ({ state }) => <StateBadge of={states[state]} /> },
  {
    title: 'Again',
    render: ({ id, state }) =>
      state === 'pending' ? null : <ActionForm name="resend" id={id} submit="Send again" look="second" />,
  },
];

const urlField: FormField = {
  name: 'url',
  kind: 'url',
  label: 'Address',
  hint: 'For example https://erp.example/hooks/shop',
  required: true,
};

export default function WebhooksPage({ loaderData }: Route.ComponentProps) {
  const { events, receivers, deliveries } = loaderData;
  const secret = useLastResult<Shown>()?.secret;
  return (
    <Page title="Webhooks" lead="Tells other systems of what happens to orders, signed and until they have it.">
      <ShownOnce title="The signing secret" secret={secret}>
        Copy it now into the receiver: it is not shown again. Messages are signed as Standard Webhooks describe.
      </ShownOnce>
      <div className="space-y-6">
        {receivers.length === 0 ? (
          <Empty title="No receivers yet">Add the address of a system that wants to know.</Empty>
        ) : (
          <Panel title="Receivers">
            <ul>
              {receivers.map((receiver) => (
                <ReceiverCard key={receiver.id} receiver={receiver} />
              ))}
            </ul>
          </Panel>
        )}
        <Panel title="Add a receiver">
          <ActionForm
            key={secret ?? 'new'}
            name="add"
            submit="Add the receiver"
            stored={{ events: events.map(({ value }) => value).join('\n') }}
            fields={[urlField, { name: 'events', kind: 'choices', label: 'It hears of', options: events }]}
          />
        </Panel>
        <Panel title="The last 50 messages">
          <DataTable
            caption="Messages"
            columns={columns}
            rows={deliveries}
            empty={<p className="text-soft">Nothing has been sent yet.</p>}
          />
        </Panel>
      </div>
    </Page>
  );
}
