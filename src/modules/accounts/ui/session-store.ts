import type { SessionOutput } from '../accounts.schema.ts';
import { call } from '#modules/api-client.ts';
import { createStore } from '#ui/store.ts';

import { announceSignOut } from './sign-out.ts';

type Session = { user: SessionOutput['user']; isLoading: boolean };

const unknown: Session = { user: null, isLoading: true };
const session = createStore<Session>(() => unknown, unknown);

/** Loads the signed-in user. If the call fails, the previous user stays, initially a guest. */
export async function loadSession(): Promise<void> {
  const answer = await call('GET /session');
  const user = answer.ok ? answer.body.user : session.get().user;
  session.set({ user, isLoading: false });
  if (user === null) announceSignOut();
}

/** Records that the page was made for a guest, so that no call is needed. */
export function knowGuest(): void {
  session.set({ user: null, isLoading: false });
  announceSignOut();
}

export const useSession = session.use;

/** Returns the signed-in user, or null for a guest and until the session has loaded. */
export const sessionUser = () => session.get().user;
