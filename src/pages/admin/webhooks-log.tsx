import { replyText } from '#modules/ground/outgoing-webhooks/rules.ts';
import { shortMoment } from '#shared/moments.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { Badge, type Tone } from './parts/badge.tsx';
import { DataTable, type Column } from './parts/data-table.tsx';
import { Panel } from './parts/panel.tsx';
import type { Receiver } from './webhooks-receivers.tsx';

type Try = { id: number; at: Date; status: number | null; error: string | null; ms: number };

type Delivery = {
  id: string;
  endpointId: string;
  messageId: string;
  type: string;
  subject: string;
  state: 'pending' | 'delivered' | 'failed';
  nextAt: Date;
  createdAt: Date;
  log: readonly Try[];
};

const states: Record<Delivery['state'], [tone: Tone, word: string]> = {
  pending: ['active', 'On its way'],
  delivered: ['good', 'Delivered'],
  failed: ['warn', 'Failed'],
};

function Tries({ log }: { log: readonly Try[] }) {
  if (log.length === 0) return <span className="text-soft">Not yet</span>;
  return (
    <ol>
      {log.map((one) => (
        <li key={one.id}>
          {replyText(one)} <span className="text-sm text-soft">{`${shortMoment(one.at)}, ${one.ms} ms`}</span>
        </li>
      ))}
    </ol>
  );
}

type LogProps = { deliveries: readonly Delivery[]; receivers: readonly Receiver[] };

function columnsOf(receivers: readonly Receiver[]): Column<Delivery>[] {
  const urls = new Map(receivers.map(({ id, url }) => [id, url]));
  return [
    {
      title: 'Message',
      render: ({ type, subject, createdAt }) => (
        <span>
          <span className="font-medium">
            {type} {subject}
          </span>
          <span className="block text-sm text-soft">{shortMoment(createdAt)}</span>
        </span>
      ),
    },
    { title: 'Receiver', render: ({ endpointId }) => <span className="break-all">{urls.get(endpointId)}</span> },
    { title: 'Answers', render: ({ log }) => <Tries log={log} /> },
    {
      title: 'State',
      render: ({ state }) => <Badge tone={states[state][0]}>{states[state][1]}</Badge>,
    },
    {
      title: 'Again',
      render: ({ id, state }) =>
        state === 'pending' ? null : <ActionForm name="resend" id={id} submit="Send again" look="second" />,
    },
  ];
}

/** What was sent to whom, and what they answered. */
export function DeliveryLog({ deliveries, receivers }: LogProps) {
  return (
    <Panel title="The last 50 messages">
      {deliveries.length === 0 ? (
        <p className="text-soft">Nothing has been sent yet.</p>
      ) : (
        <DataTable caption="Messages" columns={columnsOf(receivers)} rows={deliveries} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}
