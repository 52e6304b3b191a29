import { Form } from 'react-router';

import { PasswordField } from '#modules/people/accounts/ui/password-field.tsx';
import { useConfirmedForm } from '#modules/people/accounts/ui/use-confirmed.tsx';
import { Button } from '#ui/button.tsx';

import { Section, Told } from './section.tsx';

export type ShownSession = { id: string; device: string; address: string | null; since: string; isThis: boolean };

function Entry({ session, onEnd }: { session: ShownSession; onEnd: React.SubmitEventHandler<HTMLFormElement> }) {
  const { id, device, address, since, isThis } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3">
      <div>
        <p className="font-medium">
          {device}{' '}
          {isThis ? <span className="rounded-full bg-blush px-3 py-1 text-sm text-berry">This one</span> : null}
        </p>
        <p className="text-sm text-soft">
          {address === null ? '' : `${address}, `}since {since}
        </p>
      </div>
      {isThis ? null : (
        <Form method="post" onSubmit={onEnd}>
          <input type="hidden" name="intent" value="end-session" />
          <input type="hidden" name="id" value={id} />
          <button type="submit" aria-label={`Sign out ${device}`} className="min-h-11 text-berry hover:underline">
            Sign out
          </button>
        </Form>
      )}
    </li>
  );
}

/** Without scripts there is no dialog: the password is asked for on the page itself. */
function ConfirmHere() {
  return (
    <Form method="post" className="space-y-4 rounded-xl bg-blush p-4">
      <input type="hidden" name="intent" value="confirm" />
      <PasswordField />
      <Button type="submit">Confirm</Button>
    </Form>
  );
}

type SessionsProps = { sessions: ShownSession[]; isUnconfirmed: boolean; problem: string | null };

/** Where this person is signed in, each of which can be ended. */
export function Sessions({ sessions, isUnconfirmed, problem }: SessionsProps) {
  const { send, dialog } = useConfirmedForm();
  return (
    <Section id="sessions" title="Where you are signed in">
      <div>
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <Entry key={session.id} session={session} onEnd={send} />
          ))}
        </ul>
        <Told problem={problem} />
      </div>
      {isUnconfirmed ? <ConfirmHere /> : null}
      {sessions.length < 2 ? null : (
        <Form method="post" onSubmit={send}>
          <input type="hidden" name="intent" value="end-others" />
          <Button type="submit" look="second">
            Sign out everywhere else
          </Button>
        </Form>
      )}
      {dialog}
    </Section>
  );
}
