declare global {
  /**
   * Defined by the script in the page's head.
   * Returns the buttons that were pressed before hydration, in order.
   * Leaves out buttons in parts that are not hydrated yet.
   */
  // oxlint-disable-next-line no-var -- only a var becomes a property of the window
  var takeEarlyClicks: (() => HTMLButtonElement[]) | undefined;
}

/** Repeats the early presses, now that the page or one of its parts is hydrated. */
export async function repeatEarlyClicks(): Promise<void> {
  for (const button of globalThis.takeEarlyClicks?.() ?? []) {
    button.click();
    // Lets React apply the change first, so that two presses of a plus button count two.
    await Promise.resolve();
  }
}
