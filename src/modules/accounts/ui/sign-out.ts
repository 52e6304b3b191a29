import { call } from '#modules/calls.ts';
import { flag, takeFlag } from '#ui/browser-storage.ts';
import { toast } from '#ui/toast.tsx';

const signedOutKey = 'signed_out';

/** Ends the session and leads home, which says so; a session that could not be ended stays and says so here. */
export async function signOut(): Promise<void> {
  const answer = await call('POST /auth/sign-out', {});
  if (!answer.ok) {
    toast({ title: 'Error', description: answer.message, destructive: true });
    return;
  }
  flag(signedOutKey);
  window.location.assign('/');
}

/** Shows the notice once, on the page after signing out: that page is loaded anew, so one shown before would not be seen. */
export function announceSignOut(): void {
  if (takeFlag(signedOutKey)) toast({ title: 'Signed out', description: 'You have been successfully signed out.' });
}
