import { useState, useSyncExternalStore, type FormEvent } from 'react';

import { readStored, store } from '#ui/browser-storage.ts';
import { call } from '#modules/calls.ts';
import { classes } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons.tsx';
import { toast } from '#ui/toast.tsx';

import type { ReviewView } from '../contract.ts';

const storageKey = 'helpful_reviews';
const never = () => () => undefined;
const marked = () => (readStored(storageKey) ?? '').split(',').filter(Boolean);

/** Says once that a review helped; a plain form until the page runs. */
export function HelpfulButton({ review: { id, name, helpfulCount } }: { review: ReviewView }) {
  const wasMarked = useSyncExternalStore(
    never,
    () => marked().includes(id),
    () => false,
  );
  const [isPressed, setPressed] = useState(false);
  const pressed = isPressed || wasMarked;
  const [counted, setCounted] = useState<number | null>(null);
  const mark = async () => {
    setPressed(true);
    const answer = await call(`POST /reviews/${id}/helpful`);
    if (answer.ok) {
      setCounted(answer.body.helpful_count);
      return store(storageKey, [...marked(), id].join(','));
    }
    setPressed(false);
    toast({ title: 'This could not be saved', description: answer.message, destructive: true });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pressed) void mark();
  };
  return (
    <form method="post" action="/reviews" onSubmit={submit}>
      <input type="hidden" name="helpful" value={id} />
      <button
        type="submit"
        aria-pressed={pressed}
        className={classes(
          'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-4 text-sm transition-colors duration-150',
          pressed ? 'border-berry bg-blush text-berry' : 'border-line text-soft hover:border-berry hover:text-berry',
        )}
      >
        {pressed ? <CheckIcon className="size-4" /> : null}
        Helpful ({counted ?? helpfulCount})<span className="sr-only">, review by {name}</span>
      </button>
    </form>
  );
}
