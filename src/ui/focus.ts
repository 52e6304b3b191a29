import { useEffect, useEffectEvent } from 'react';

/** Ref callback: focuses the element when it appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

/** Ref callback: focuses the element if the focused element was removed. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** Focuses the element that `find` returns, on mount and whenever `of` changes. */
export function useFocus(of: unknown, find: () => HTMLElement | null | undefined): void {
  const move = useEffectEvent(() => find()?.focus());
  useEffect(() => move(), [of]);
}
