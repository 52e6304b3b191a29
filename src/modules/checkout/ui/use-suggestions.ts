import { useEffect, useState } from 'react';

import type { Suggestion } from '../address-suggestions.schema.ts';
import { call } from '#modules/api-client.ts';

/** Minimum number of characters for suggestions. */
const minCharacters = 3;
/** Debounce delay of typed text, in ms. */
const restMs = 300;

const none: readonly Suggestion[] = [];

/** Returns address suggestions for the typed text. Empty while `isOff` or if the request fails. */
export function useSuggestions(typed: string, country: string, isOff: boolean): readonly Suggestion[] {
  const [found, setFound] = useState(none);
  const query = typed.trim();
  const isEnabled = !isOff && query.length >= minCharacters;
  // Old results must not show again for another text.
  if (!isEnabled && found !== none) setFound(none);
  useEffect(() => {
    if (!isEnabled) return undefined;
    let isCurrent = true;
    const ask = async () => {
      const answer = await call('POST /address-suggestions', { query, country });
      if (isCurrent) setFound(answer.ok ? answer.body.suggestions : none);
    };
    const timer = setTimeout(() => void ask(), restMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, country, isEnabled]);
  return found;
}
