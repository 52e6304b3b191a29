import { call } from '#modules/api-client.ts';
import { setFlag, consumeFlag } from '#ui/browser-storage.ts';
import { toast } from '#ui/toast.tsx';

const signedOutKey = 'signed_out';

/**
 * Ends the session and opens the home page, which confirms it. On failure the session remains and
 * an error is shown here.
 */
export async function signOut(): Promise<void> {
  const answer = await call('POST /auth/sign-out', {});
  if (!answer.ok) {
    toast({ title: 'Error', description: answer.message, destructive: true });
    return;
  }
  setFlag(signedOutKey);
  window.location.assign('/');
}

/**
 * Shows the sign-out notice once, on the page after signing out. That page is reloaded, so an
 * earlier notice would be lost.
 */
export function announceSignOut(): void {
  if (consumeFlag(signedOutKey)) toast({ title: 'Signed out', description: 'You have been successfully signed out.' });
}
