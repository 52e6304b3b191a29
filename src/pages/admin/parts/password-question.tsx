import { useEffect, useState } from 'react';

import { ConfirmPassword } from '#modules/people/accounts/ui/confirm-password.tsx';

type PasswordQuestionProps = {
  /** The answer of the action that wants the password proven; null while none does. Each new one asks anew. */
  asked: object | null;
  onConfirmed: () => void;
};

/** Asks for the password when an action wants it, and goes on once it is proven. To be rendered outside of forms. */
export function PasswordQuestion({ asked, onConfirmed }: PasswordQuestionProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(asked !== null), [asked]);
  const end = (isConfirmed: boolean) => {
    setOpen(false);
    if (isConfirmed) onConfirmed();
  };
  return <ConfirmPassword open={isOpen} onEnd={end} />;
}
