/**
 * Returns null if the browser refuses storage, as in some private windows.
 * No feature depends on the stored values.
 */
function attempt<Answer>(use: () => Answer): Answer | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** Returns the stored value, or null if there is none or the browser refuses access. */
export const readStored = (key: string) => attempt(() => localStorage.getItem(key));

/** Stores a value if the browser allows it. */
export const store = (key: string, value: string) => attempt(() => localStorage.setItem(key, value));

const raised = new Set<string>();

/**
 * True when a flag was set in this session.
 * If the browser stores nothing, the flag lasts until the next page load.
 */
export const isFlagged = (key: string) => raised.has(key) || attempt(() => sessionStorage.getItem(key)) !== null;

export function setFlag(key: string): void {
  raised.add(key);
  attempt(() => sessionStorage.setItem(key, '1'));
}

/** Clears a flag and returns whether it was set. */
export function consumeFlag(key: string): boolean {
  const wasSet = isFlagged(key);
  raised.delete(key);
  attempt(() => sessionStorage.removeItem(key));
  return wasSet;
}

const remembered = new Map<string, string>();

/** Returns a value of this tab, or undefined. */
export const readOfTab = (key: string): string | undefined =>
  remembered.get(key) ?? attempt(() => sessionStorage.getItem(key)) ?? undefined;

/** Stores a value for this tab: until the next page load if the browser stores nothing. */
export function storeOfTab(key: string, value: string): void {
  remembered.set(key, value);
  attempt(() => sessionStorage.setItem(key, value));
}
