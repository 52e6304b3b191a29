import { useState, type FormEvent, type RefObject } from 'react';
import { useLocation } from 'react-router';

import { useOnHydrated } from './use-hydrated.ts';

/** Typed form data by form name and history entry, until the document is left. */
const typed = new Map<string, FormData>();

/**
 * Restores typed text when Back returns to a form's page, as browsers do after full page loads.
 * Call `keep` on every input, and `forget` after sending.
 */
export function useRestoredForm(name: string, form: RefObject<HTMLFormElement | null>) {
  const { key: entry } = useLocation();
  const [key] = useState(`${name} ${entry}`);
  useOnHydrated(() => {
    const known = typed.get(key);
    if (known === undefined) return;
    form.current?.closest('details')?.toggleAttribute('open', true);
    for (const [field, text] of known) {
      const control = form.current?.elements.namedItem(field) ?? null;
      // Radio groups have a value, too. Files cannot be restored.
      if (typeof text === 'string' && control !== null && 'value' in control) control.value = text;
    }
  });
  return {
    keep: ({ currentTarget }: FormEvent<HTMLFormElement>) => void typed.set(key, new FormData(currentTarget)),
    forget: () => void typed.delete(key),
  };
}
