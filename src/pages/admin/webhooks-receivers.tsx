import { RowForm, type FormOutcome } from './api-form.tsx';
import { AskOnce } from './forms/ask-once.tsx';
import { Badge } from './parts/badge.tsx';
import { Panel } from './parts/panel.tsx';

export type Receiver = {
  id: string;
  url: string;
  events: readonly string[];
  state: 'active' | 'disabled';
  disabledWhy: string | null;
};

type FormsContext = { outcome: FormOutcome | null };

function ReceiverCard({ receiver, ...forms }: { receiver: Receiver } & FormsContext) {
  const { id, url, events, state, disabledWhy } = receiver;
  const isActive = state === 'active';
  return (
    <li className="space-y-3 border-t border-line py-5 first:border-t-0 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-3">
        <code className="break-all">{url}</code>
        <Badge tone={isActive ? 'good' : 'warn'}>{isActive ? 'Active' : 'Disabled'}</Badge>
      </p>
      <p className="text-soft">Hears of {events.join(', ')}</p>
      {disabledWhy === null ? null : <p className="text-wine">Nothing is sent any more: {disabledWhy}</p>}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        {isActive ? (
          <AskOnce label="Disable" question="This receiver hears of nothing until it is enabled again. Disable it?">
            <RowForm intent="disable" about={id} submit="Send nothing more" {...forms} />
          </AskOnce>
        ) : (
          <RowForm intent="enable" about={id} submit="Enable" {...forms} />
        )}
        <AskOnce
          label="New secret"
          question="Messages are signed with the new secret at once; the old one ends. Replace it?"
        >
          <RowForm intent="renew" about={id} submit="Replace the secret now" {...forms} />
        </AskOnce>
        <AskOnce label="Remove" question="Its address and the log of its messages are deleted. Remove it?">
          <RowForm intent="remove" about={id} submit="Remove it and its log" {...forms} />
        </AskOnce>
      </div>
    </li>
  );
}

/** Every system that wants to know, with what can be done about each. */
export function Receivers({ receivers, ...forms }: { receivers: readonly Receiver[] } & FormsContext) {
  return (
    <Panel title="Receivers">
      <ul>
        {receivers.map((receiver) => (
          <ReceiverCard key={receiver.id} receiver={receiver} {...forms} />
        ))}
      </ul>
    </Panel>
  );
}
