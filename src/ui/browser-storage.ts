/** What the browser kept under a key; null when it keeps nothing or refuses to. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value under a key where the browser allows it. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse; nothing depends on it.
  }
}

const raised = new Set<string>();

/** Whether a flag was set in this session; a browser that stores nothing knows it until the next page load. */
export function isFlagged(key: string): boolean {
  try {
    return raised.has(key) || sessionStorage.getItem(key) !== null;
  } catch {
    return raised.has(key);
  }
}

export function flag(key: string): void {
  raised.add(key);
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // Private windows may refuse; the set above is enough for this page.
  }
}

/** Whether a flag was set; from now on it is not. */
export function takeFlag(key: string): boolean {
  const wasSet = isFlagged(key);
  raised.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // What stores nothing has nothing to remove.
  }
  return wasSet;
}
