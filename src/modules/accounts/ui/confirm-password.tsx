import { useEffect, useState, type FormEvent } from 'react';

import { formText } from '#shared/form-values.ts';
import { Button } from '#ui/button.tsx';
import { call } from '#modules/api-client.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';

import { PasswordField } from './password-field.tsx';

function useHasAuthenticator(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    const look = async () => {
      const answer = await call('GET /session');
      if (answer.ok) setHas(answer.body.user?.hasAuthenticator ?? false);
    };
    void look();
  }, []);
  return has;
}

function CodeField({ error }: { error: string | undefined }) {
  return (
    <Field
      id="confirm-code"
      name="code"
      label="Authenticator code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // Leaves room for spaces and invisible characters of a pasted code.
      maxLength={40}
      error={error}
      required
    />
  );
}

type FormProps = { onEnd: (isConfirmed: boolean) => void };

function ConfirmForm({ onEnd }: FormProps) {
  const [byCode, setByCode] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const hasAuthenticator = useHasAuthenticator();
  const send = async (form: HTMLFormElement) => {
    setBusy(true);
    const typed = new FormData(form);
    const proof = byCode ? { code: formText(typed, 'code') } : { password: formText(typed, 'password') };
    const answer = await call('POST /auth-confirm', proof);
    setBusy(false);
    if (answer.ok) return onEnd(true);
    setProblem(answer.message);
    form.querySelector('input')?.focus();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React bubbles events to the page's own forms around the dialog.
    event.stopPropagation();
    event.preventDefault();
    if (!busy) void send(event.currentTarget);
  };
  const choose = () => {
    setByCode(!byCode);
    setProblem(undefined);
  };
  return (
    <form onSubmit={submit} className="mt-5 space-y-4">
      {byCode ? <CodeField error={problem} /> : <PasswordField id="confirm-password" error={problem} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Confirm
        </Button>
        <Button look="second" onClick={() => onEnd(false)}>
          Cancel
        </Button>
      </div>
      {hasAuthenticator ? (
        <button type="button" onClick={choose} className="min-h-11 text-sm text-berry hover:underline">
          {byCode ? 'Use your password instead' : 'Use an authenticator code instead'}
        </button>
      ) : null}
    </form>
  );
}

/** Prompts for the password, or for an authenticator code if one is enabled. */
export function ConfirmPassword({ open, onEnd }: FormProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={() => onEnd(false)}
      labelledBy="confirm-title"
      className="arrive m-auto w-[min(28rem,calc(100vw-2rem))] max-w-none rounded-card bg-cream p-6 text-ink shadow-lift"
    >
      {open ? (
        <>
          <h2 id="confirm-title" className="text-3xl">
            Confirm it’s you
          </h2>
          <p className="mt-2 text-soft">Please confirm your password to continue. We ask again after 15 minutes.</p>
          <ConfirmForm onEnd={onEnd} />
        </>
      ) : null}
    </Dialog>
  );
}
