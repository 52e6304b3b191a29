import { startTransition, use, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

import { setTimeZone } from '#shared/moments.ts';
import { openedAddress } from '#ui/opened-address.ts';
import { watchFields } from '#ui/watch-fields.ts';

// Days are written in the zone in which the server wrote them.
setTimeZone(document.documentElement.dataset.timeZone ?? 'UTC');

// NUL, which no text of the shop can hold and nobody sees, is left out of every form that is sent.
addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of formData) {
    if (typeof value === 'string' && value.includes('\0')) formData.set(name, value.replaceAll('\0', ''));
  }
});

const pageOf = ({ pathname, search }: URL | Location) => pathname + search;

const opened = openedAddress();

let isRunning = false;

/** Whether Back or Forward was pressed before the page ran: what was sent is not the page of this address. */
const wasLeft = () => !isRunning && opened !== null && pageOf(opened) !== pageOf(location);

/** What text areas hold before hydration, which gives those that were sent with a text their first one again. */
const typed = [...document.querySelectorAll('textarea')].map((area) => [area, area.value] as const);

const fields = watchFields();

const anew = new Promise<never>(() => undefined);

/** The router follows Back from its first render on, but no page hears of it before hydration ends: a Back in between loads the page anew. */
function Page() {
  useLayoutEffect(() => {
    if (wasLeft()) location.reload();
    isRunning = true;
    for (const [area, text] of typed) area.value = text;
  }, []);
  if (wasLeft()) {
    location.reload();
    use(anew);
  }
  return <HydratedRouter />;
}

startTransition(() => {
  hydrateRoot(document, <Page />, {
    // A proxy, an extension or a translation changed the page: React has rendered the part once more, with new fields.
    onRecoverableError(error) {
      fields.restore();
      reportError(error);
    },
  });
});
