import { useState } from 'react';

import { Field } from '#ui/field.tsx';

type PasswordFieldProps = {
  id?: string;
  name?: string;
  label?: string;
  /** What a password manager is told: an own one that exists, or one to be made up. */
  isNew?: boolean;
  hint?: string;
  error?: string | undefined;
};

/** A password that can be looked at and pasted. */
export function PasswordField(props: PasswordFieldProps) {
  const { id = 'password', name = 'password', label = 'Password', isNew = false, hint, error } = props;
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <Field
        id={id}
        name={name}
        label={label}
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        required
        error={error}
        hint={hint}
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
