import { useEffect, useState } from 'react';

import type { Suggestion } from '../address-suggestions.schema.ts';
import { call } from '#modules/calls.ts';

/** Suggestions begin with this many characters. */
const fewestCharacters = 3;
/** What is typed rests this long before it is asked for. */
const restMs = 300;

const none: readonly Suggestion[] = [];

/** Addresses that begin like what is typed; none while `isOff`, and none when they cannot be had. */
export function useSuggestions(typed: string, country: string, isOff: boolean): readonly Suggestion[] {
  const [found, setFound] = useState(none);
  const query = typed.trim();
  const isAsked = !isOff && query.length >= fewestCharacters;
  // What was found before is not shown again when something else is typed.
  if (!isAsked && found !== none) setFound(none);
  useEffect(() => {
    if (!isAsked) return undefined;
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
  }, [query, country, isAsked]);
  return found;
}
