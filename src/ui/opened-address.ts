/** The address that the browser opened this document at, also when it was left since; null where that is not told. */
export function openedAddress(): URL | null {
  const [opened] = performance.getEntriesByType('navigation');
  return opened === undefined ? null : new URL(opened.name);
}
