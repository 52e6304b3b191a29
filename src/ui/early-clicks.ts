import { useEffect } from 'react';

declare global {
  /** Of the script in the page's head: the buttons that were pressed before the page ran, in their order. */
  // oxlint-disable-next-line no-var -- only a var becomes a property of the window
  var takeEarlyClicks: (() => HTMLButtonElement[]) | undefined;
}

/** Presses once more, now that the page runs, what was pressed before it did. */
export function useEarlyClicks(): void {
  useEffect(() => {
    for (const button of globalThis.takeEarlyClicks?.() ?? []) button.click();
  }, []);
}
