import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { call } from '#modules/calls.ts';

import type { ReviewView } from '../contract.ts';
import { mostShown, pageSize, searchOf, type Choice } from '../rules.ts';

/** Lets a reload and the way back find the same list; the page stays as it is. */
function keepInAddress(choice: Choice, shown: number): void {
  const { history, location } = window;
  const search = new URLSearchParams(searchOf(choice));
  if (shown > pageSize) search.set('show', String(Math.min(mostShown, shown)));
  history.replaceState(history.state, '', search.size === 0 ? location.pathname : `?${search.toString()}`);
}

type Listed = { choice: Choice; reviews: readonly ReviewView[] };

/** Reviews that are shown: six more each time, or the first six of another choice. Both say whether the shop answered. */
export function useReviews(productId: string, first: Listed) {
  const [listed, setListed] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const calls = useRef(0);
  const list = useRef<HTMLUListElement>(null);

  const load = async (choice: Choice, known: readonly ReviewView[]): Promise<boolean> => {
    calls.current += 1;
    const mine = calls.current;
    setBusy(true);
    const answer = await call('GET /reviews', { product_id: productId, offset: known.length, ...searchOf(choice) });
    // A newer choice was made meanwhile: its answer counts, not this one.
    if (mine !== calls.current) return true;
    setBusy(false);
    if (!answer.ok) return false;
    const isNew = ({ id }: ReviewView) => known.every((one) => one.id !== id);
    const reviews = [...known, ...answer.body.reviews.filter(isNew)];
    // Drawn at once: what gets the focus has to be there.
    flushSync(() => setListed({ choice, reviews }));
    keepInAddress(choice, reviews.length);
    return true;
  };
  return {
    ...listed,
    isBusy,
    list,
    choose: (choice: Choice) => load(choice, []),
    async loadMore() {
      const { length } = listed.reviews;
      const isLoaded = await load(listed.choice, listed.reviews);
      if (isLoaded) list.current?.children[length]?.querySelector('article')?.focus({ preventScroll: true });
      return isLoaded;
    },
  };
}
