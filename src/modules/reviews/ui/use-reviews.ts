import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { callApi } from '#ui/call-api.ts';

import type { ReviewList } from '../contract.ts';
import { mostShown, pageSize, searchOf, type Choice, type ReviewView } from '../rules.ts';

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
    const call = calls.current;
    setBusy(true);
    const search = new URLSearchParams({ product_id: productId, offset: String(known.length), ...searchOf(choice) });
    const answer = await callApi<ReviewList>('GET', `/reviews?${search.toString()}`);
    // Whoever has chosen anew meanwhile waits for that.
    if (call !== calls.current) return true;
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
