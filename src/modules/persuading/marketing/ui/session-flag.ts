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
