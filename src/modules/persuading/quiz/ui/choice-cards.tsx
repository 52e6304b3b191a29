import { classes } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons.tsx';

import type { ChoiceCard } from './labels.ts';

type CardProps = { name: string; card: ChoiceCard; checked: boolean; onChoose: (id: string) => void };

/** A radio button as large as its card. */
function Card({ name, card: { id, label, text }, checked, onChoose }: CardProps) {
  const key = `${name}-${id}`;
  return (
    <div
      className={classes(
        'relative flex items-start gap-3 rounded-[18px] border bg-white p-4 transition-colors duration-150',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-rose',
        'border-line hover:border-gold has-checked:border-berry has-checked:bg-blush',
      )}
    >
      <input
        type="radio"
        id={key}
        name={name}
        value={id}
        checked={checked}
        onChange={() => onChoose(id)}
        aria-describedby={`${key}-text`}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-[18px] outline-none"
      />
      <span className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border border-gold text-transparent peer-checked:border-berry peer-checked:bg-berry peer-checked:text-white">
        <CheckIcon className="size-3.5" />
      </span>
      <span className="min-w-0">
        <label htmlFor={key} className="block font-medium leading-snug">
          {label}
        </label>
        <span id={`${key}-text`} className="block text-sm leading-snug text-soft">
          {text}
        </span>
      </span>
    </div>
  );
}

type ChoiceCardsProps = {
  name: string;
  cards: readonly ChoiceCard[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

/** The answers of one question, of which one can be chosen. */
export function ChoiceCards({ name, cards, chosen, onChoose }: ChoiceCardsProps) {
  return (
    <div className={classes('grid gap-3', cards.length > 3 && 'min-[360px]:grid-cols-2')}>
      {cards.map((card) => (
        <Card key={card.id} name={name} card={card} checked={card.id === chosen} onChoose={onChoose} />
      ))}
    </div>
  );
}
