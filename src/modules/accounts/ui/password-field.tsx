import { useState } from 'react';

import { Field } from '#ui/field.tsx';

type PasswordFieldProps = {
  id?: string;
  label?: string;
  /**
   * True for a new password. It tells password managers to suggest one instead of filling in an
   * existing one.
   */
  isNew?: boolean;
  hint?: string;
  error?: string | undefined;
};

/** Password field with a button to show it. Pasting is allowed. */
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
