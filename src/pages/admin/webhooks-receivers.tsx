import type { FormAnswer } from '#ui/form-answer.ts';

import { ActionForm } from '../forms/action-form.tsx';
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

type Answered = { answer: FormAnswer | undefined };

function ReceiverCard({ receiver, answer }: { receiver: Receiver } & Answered) {
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
            <ActionForm name="disable" id={id} answer={answer} submit="Send nothing more" look="second" />
          </AskOnce>
        ) : (
          <ActionForm name="enable" id={id} answer={answer} submit="Enable" look="second" />
        )}
        <AskOnce
          label="New secret"
          question="Messages are signed with the new secret at once; the old one ends. Replace it?"
        >
          <ActionForm name="renew" id={id} answer={answer} submit="Replace the secret now" look="second" />
        </AskOnce>
        <AskOnce label="Remove" question="Its address and the log of its messages are deleted. Remove it?">
          <ActionForm name="remove" id={id} answer={answer} submit="Remove it and its log" look="second" />
        </AskOnce>
      </div>
    </li>
  );
}

/** Every system that wants to know, with what can be done about each. */
export function Receivers({ receivers, answer }: { receivers: readonly Receiver[] } & Answered) {
  return (
    <Panel title="Receivers">
      <ul>
        {receivers.map((receiver) => (
          <ReceiverCard key={receiver.id} receiver={receiver} answer={answer} />
        ))}
      </ul>
    </Panel>
  );
}
