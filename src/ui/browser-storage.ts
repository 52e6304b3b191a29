/** Null where the browser refuses, as private windows may; nothing depends on what it keeps. */
function attempt<Answer>(use: () => Answer): Answer | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** What the browser kept under a key; null when it keeps nothing or refuses to. */
export const readStored = (key: string) => attempt(() => localStorage.getItem(key));

/** Keeps a value under a key where the browser allows it. */
export const store = (key: string, value: string) => attempt(() => localStorage.setItem(key, value));

const raised = new Set<string>();

/** Whether a flag was set in this session; a browser that stores nothing knows it until the next page load. */
export const isFlagged = (key: string) => raised.has(key) || attempt(() => sessionStorage.getItem(key)) !== null;

export function flag(key: string): void {
  raised.add(key);
  attempt(() => sessionStorage.setItem(key, '1'));
}

/** Whether a flag was set; from now on it is not. */
export function takeFlag(key: string): boolean {
  const wasSet = isFlagged(key);
  raised.delete(key);
  attempt(() => sessionStorage.removeItem(key));
  return wasSet;
}
