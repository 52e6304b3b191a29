/**
 * Returns the address at which the browser opened
 * this document, even after a client-side navigation.
 * Returns null if the browser does not report it.
 */
export function initialUrl(): URL | null {
  const [opened] = performance.getEntriesByType('navigation');
  return opened === undefined ? null : new URL(opened.name);
}
