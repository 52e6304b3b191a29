import { callApi } from '#ui/call-api.ts';
import { toast } from '#ui/toast.tsx';

/** Ends the session and leads home; a session that could not be ended stays and says so. */
export async function signOut(): Promise<void> {
  const answer = await callApi('POST', '/auth/sign-out', {});
  if (!answer.ok) {
    toast({ title: 'Error', description: answer.message, destructive: true });
    return;
  }
  toast({ title: 'Signed out', description: 'You have been successfully signed out.' });
  window.location.assign('/');
}
