import type { FormField } from '../../forms/form-fields.tsx';

type Proof = {
  hasAuthenticator: boolean;
  /** True when the environment sets everything in the form, so that nothing can be changed. */
  isFixed?: boolean;
};

/** Fields in which an admin proves who they are, before a key is changed. */
export function proofFields({ hasAuthenticator, isFixed = false }: Proof): FormField[] {
  if (isFixed) return [];
  const password: FormField = { name: 'confirm-password', kind: 'password', label: 'Your password', maxLength: 200 };
  const code: FormField = {
    name: 'confirm-one-time-code',
    kind: 'code',
    label: 'Code from your authenticator app',
    maxLength: 40,
  };
  return hasAuthenticator ? [password, code] : [password];
}

/** Hint of a field that the environment sets. */
export const setOnServer = (name: string) => `Set by ${name} on the server.`;

/** Hint of a secret's field: its last characters, if one is stored. */
export function endingHint(end: string | null): string {
  if (end === null) return 'Not entered yet.';
  return end === '' ? 'Leave empty to keep it.' : `Ends in ${end}. Leave empty to keep it.`;
}
