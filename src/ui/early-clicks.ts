declare global {
  /**
   * Of the script in the page's head: the buttons that were pressed before the page ran, in their order, without those in a part
   * that does not run yet.
   */
  // oxlint-disable-next-line no-var -- only a var becomes a property of the window
  var takeEarlyClicks: (() => HTMLButtonElement[]) | undefined;
}

/** Presses once more, now that the page or a part of it runs, what was pressed before it did. */
export async function answerEarlyClicks(): Promise<void> {
  for (const button of globalThis.takeEarlyClicks?.() ?? []) {
    button.click();
    // Until React has drawn what that changed: a plus that was pressed twice counts two.
    await Promise.resolve();
  }
}
