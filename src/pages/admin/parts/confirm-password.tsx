import { useState } from 'react';

import { Button } from '#ui/button.tsx';
import { call } from '#modules/calls.ts';
import { Field } from '#ui/field.tsx';

/** Asks for the password again before something that moves money or power; what was typed elsewhere stays. */
export function ConfirmPassword({ email, onConfirmed }: { email: string; onConfirmed: () => void }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const answer = await call('POST /auth/sign-in/email', { email, password });
    setBusy(false);
    if (!answer.ok) return setProblem(answer.message || 'Something went wrong. Please try again.');
    setPassword('');
    setProblem(undefined);
    return onConfirmed();
  };
  return (
    <div className="mt-4 space-y-3 rounded-xl border border-berry bg-blush p-4">
      <Field
        id="confirm-password"
        type="password"
        label="Your password"
        autoComplete="current-password"
        hint="It was last asked for more than 15 minutes ago."
        value={password}
        error={problem}
        onChange={(event) => setPassword(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void confirm();
        }}
      />
      <Button busy={busy} disabled={busy || password === ''} onClick={() => void confirm()}>
        Confirm and continue
      </Button>
    </div>
  );
}
