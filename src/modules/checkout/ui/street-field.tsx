import { useEffect, useState, type ComponentProps, type KeyboardEvent } from 'react';

import { call } from '#modules/api-client.ts';
import { classes } from '#ui/classes.ts';
import { Field } from '#ui/field.tsx';

import type { Suggestion } from '../checkout.schema.ts';

/** Minimum number of characters for suggestions. */
const minCharacters = 3;
/** Debounce delay of typed text, in ms. */
const restMs = 300;

const none: readonly Suggestion[] = [];

/** Returns address suggestions for the typed text. Empty while `isOff` or if the request fails. */
function useSuggestions(typed: string, country: string, isOff: boolean): readonly Suggestion[] {
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

type StreetFieldProps = ComponentProps<typeof Field> & {
  value: string;
  country: string;
  onType: (street: string) => void;
  onChoose: (address: Suggestion) => void;
};

type ListProps = { id: string; found: readonly Suggestion[]; active: number; onChoose: (address: Suggestion) => void };

function List({ id, found, active, onChoose }: ListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Address suggestions"
      className="absolute inset-x-0 top-full z-10 mt-1 overflow-hidden rounded-xl border border-line bg-white py-1 shadow-lift"
    >
      {found.map((one, index) => (
        // The input handles the keyboard: arrows move through the list and Enter chooses.
        <div
          key={one.description}
          id={`${id}-option-${index}`}
          role="option"
          aria-selected={index === active}
          className={classes('cursor-pointer px-4 py-2.5 hover:bg-blush', index === active && 'bg-blush')}
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(one);
          }}
        >
          {one.description}
        </div>
      ))}
    </div>
  );
}

/** Street field with suggestions: arrows, Enter and Esc. Typing by hand always works. */
export function StreetField({ value, country, onType, onChoose, onBlur, ...rest }: StreetFieldProps) {
  const [isOff, setOff] = useState(true);
  const [active, setActive] = useState(-1);
  const found = useSuggestions(value, country, isOff);
  const isOpen = found.length > 0;
  const close = () => {
    setOff(true);
    setActive(-1);
  };
  const choose = (address: Suggestion) => {
    onChoose(address);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive((active + step + found.length + (active < 0 && step < 0 ? 1 : 0)) % found.length);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && found[active] !== undefined) {
      event.preventDefault();
      choose(found[active]);
    }
  };
  return (
    <div className="relative">
      <Field
        {...rest}
        value={value}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${rest.id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${rest.id}-option-${active}` : undefined}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
        onChange={(event) => {
          // Suggestions appear only for typing, which is an InputEvent, not for browser autofill.
          const { nativeEvent } = event;
          setOff(!(nativeEvent instanceof InputEvent) || nativeEvent.inputType.startsWith('insertReplacement'));
          setActive(-1);
          onType(event.target.value);
        }}
      />
      {isOpen ? <List id={rest.id} found={found} active={active} onChoose={choose} /> : null}
    </div>
  );
}
