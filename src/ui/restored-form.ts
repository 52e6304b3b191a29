import { useState, type FormEvent, type RefObject } from 'react';
import { useLocation } from 'react-router';

import { useBegin } from './use-is-running.ts';

/** What was typed into forms, by form and entry of the history, until this document is left. */
const typed = new Map<string, FormData>();

/**
 * For a form whose page can be left by a link: Back finds in it what was typed, as browsers do it with pages that they load
 * themselves. `keep` with every input, `forget` once it was sent.
 */
export function useRestoredForm(name: string, form: RefObject<HTMLFormElement | null>) {
  const { key: entry } = useLocation();
  const [key] = useState(`${name} ${entry}`);
  useBegin(() => {
    const known = typed.get(key);
    if (known === undefined) return;
    form.current?.closest('details')?.toggleAttribute('open', true);
    for (const [field, text] of known) {
      const control = form.current?.elements.namedItem(field) ?? null;
      // A group of radio buttons has a value, too; a file cannot be put back.
      if (typeof text === 'string' && control !== null && 'value' in control) control.value = text;
    }
  });
  return {
    keep: ({ currentTarget }: FormEvent<HTMLFormElement>) => void typed.set(key, new FormData(currentTarget)),
    forget: () => void typed.delete(key),
  };
}
