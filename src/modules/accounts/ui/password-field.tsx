import { useState } from 'react';

import { Field } from '#ui/field.tsx';

type PasswordFieldProps = {
  id?: string;
  label?: string;
  /** What a password manager is told: an own one that exists, or one to be made up. */
  isNew?: boolean;
  hint?: string;
  error?: string | undefined;
};

/** A password that can be looked at and pasted. */
export function PasswordField({ id = 'password', label = 'Password', isNew = false, ...said }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <Field
        {...said}
        id={id}
        name="password"
        label={label}
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        required
      />
      <button
        type="button"
        aria-pressed={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
        className="min-h-11 text-sm text-berry underline-offset-4 hover:underline"
      >
        Show password
      </button>
    </div>
  );
}
