import { useState } from 'react';

import { Button } from '#ui/button.tsx';
import { call } from '#modules/calls.ts';
import { toast } from '#ui/toast.tsx';

/** The page that the mail's link opens. */
const resetPage = '/auth/reset';

/** Has a link to choose a new password sent, and says so. */
export function ChangePassword({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('We will send you an email with a link to choose a new password.');
  const send = async () => {
    setBusy(true);
    const answer = await call('POST /auth/request-password-reset', { email, redirectTo: resetPage });
    setBusy(false);
    if (!answer.ok) {
      setSaid(answer.message || 'The email could not be sent. Please try again.');
      toast({ title: 'Error', description: answer.message, destructive: true });
      return;
    }
    setSaid(`We sent a link to ${email}.`);
    toast({ title: 'Check your email', description: 'We sent you a link to choose a new password.' });
  };
  return (
    <div>
      <Button look="second" busy={busy} disabled={busy} onClick={() => void send()}>
        Change Password
      </Button>
      <p role="status" className="mt-2 text-sm text-soft">
        {said}
      </p>
    </div>
  );
}
