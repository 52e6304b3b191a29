import { useEffect, useEffectEvent } from 'react';

/** As `ref`: takes the focus when the element appears. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** As `ref`: the same, where the focus was on something that is gone. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** Moves the focus to what `find` names, at first and whenever `of` changes. */
export function useFocus(of: unknown, find: () => HTMLElement | null | undefined): void {
  const move = useEffectEvent(() => find()?.focus());
  useEffect(() => move(), [of]);
}
