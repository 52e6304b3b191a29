import { useSyncExternalStore } from 'react';

import type { SessionAnswer } from '#modules/people/accounts/contract.ts';
import { call } from '#modules/calls.ts';

import { tellSignedOut } from './sign-out.ts';

export type Session = { user: SessionAnswer['user']; isLoading: boolean };

const unknown: Session = { user: null, isLoading: true };
let session: Session = unknown;
const listeners = new Set<() => void>();

/** Asks who is signed in; whoever cannot be asked counts as a guest. */
export async function loadSession(): Promise<void> {
  const answer = await call('GET /session');
  session = { user: answer.ok ? answer.body.user : null, isLoading: false };
  for (const listener of listeners) listener();
  if (session.user === null) tellSignedOut();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => unknown,
  );
}
