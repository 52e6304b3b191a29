import { startTransition, use, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

import { setTimeZone } from '#shared/shop-zone.ts';
import { initialUrl } from '#ui/initial-url.ts';
import { scrollSmoothlyToAnchors } from '#ui/page-anchors.ts';
import { watchFields } from '#ui/watch-fields.ts';

// Dates use the time zone in which the server wrote them.
setTimeZone(document.documentElement.dataset.timeZone ?? 'UTC');

// Strips NUL from every submitted form: it is invisible, and the shop's texts cannot hold it.
addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of formData) {
    if (typeof value === 'string' && value.includes('\0')) formData.set(name, value.replaceAll('\0', ''));
  }
});

scrollSmoothlyToAnchors();

const pageOf = ({ pathname, search }: URL | Location) => pathname + search;

const opened = initialUrl();

let isRunning = false;

/**
 * True when Back or Forward was pressed before hydration. The HTML then belongs to another address.
 */
const wasLeft = () => !isRunning && opened !== null && pageOf(opened) !== pageOf(location);

/**
 * Texts of the text areas before hydration, which resets
 * server-rendered text areas to their first text.
 */
const typed = [...document.querySelectorAll('textarea')].map((area) => [area, area.value] as const);

const fields = watchFields();

const never = new Promise<never>(() => undefined);

/**
 * Reloads the page after an early Back or Forward.
 * The router follows them from its first render on, but no page is notified before hydration ends.
 */
function Page() {
  useLayoutEffect(() => {
    if (wasLeft()) location.reload();
    isRunning = true;
    for (const [area, text] of typed) area.value = text;
  }, []);
  if (wasLeft()) {
    location.reload();
    use(never);
  }
  return <HydratedRouter />;
}

startTransition(() => {
  hydrateRoot(document, <Page />, {
    // A proxy, an extension or a translation changed the
    // page, so React rendered it again with new fields.
    onRecoverableError(error) {
      fields.restore();
      reportError(error);
    },
  });
});
