import { ActionForm } from '../../forms/action-form.tsx';
import { Card } from './page.tsx';

type ShownSession = { id: string; device: string; address: string | null; since: string; isThis: boolean };

function Entry({ session: { id, device, address, since, isThis } }: { session: ShownSession }) {
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
        <ActionForm name="end-session" id={id} look="quiet" submit="Sign out" submitLabel={`Sign out ${device}`} />
      )}
    </li>
  );
}

/** Where this person is signed in, each of which can be ended. */
export function Sessions({ sessions }: { sessions: readonly ShownSession[] }) {
  return (
    <Card id="sessions" title="Where you are signed in">
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <Entry key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length < 2 ? null : (
        <ActionForm name="end-others" submit="Sign out everywhere else" look="second" className="mt-4" />
      )}
    </Card>
  );
}
