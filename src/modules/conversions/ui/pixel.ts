import { matchPath } from 'react-router';

import { isMeasured } from '#modules/accounts/ui/consent-store.ts';

import type { ShopEvent } from '../shop-event.ts';
import { listen } from './track.ts';

const pixelScript = 'https://connect.facebook.net/en_US/fbevents.js';

type Pixel = {
  (...call: unknown[]): void;
  /** What was called before the vendor's script came, in order. */
  queue: unknown[][];
  callMethod?: (...call: unknown[]) => void;
  /** Without it the vendor's script tells of page changes by itself, on every page. */
  disablePushState: true;
  loaded: true;
  version: '2.0';
};

function begin(id: string): Pixel {
  const known: unknown = Reflect.get(window, 'fbq');
  if (typeof known === 'function') return known as Pixel;
  const queue: unknown[][] = [];
  const pixel: Pixel = Object.assign(
    (...call: unknown[]) => {
      if (pixel.callMethod === undefined) queue.push(call);
      else pixel.callMethod(...call);
    },
    { queue, disablePushState: true, loaded: true, version: '2.0' } as const,
  );
  Reflect.set(window, 'fbq', pixel);
  Reflect.set(window, '_fbq', pixel);
  const script = document.createElement('script');
  script.async = true;
  script.src = pixelScript;
  document.head.append(script);
  // Only what the shop tells is sent: no clicks, no form fields.
  pixel('set', 'autoConfig', false, id);
  pixel('init', id);
  return pixel;
}

const waitingKey = 'pixel_waiting';

type Waiting = { event: ShopEvent; id?: string | undefined };

function readWaiting(): Waiting[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(waitingKey) ?? '[]');
    return Array.isArray(kept) ? (kept as Waiting[]) : [];
  } catch {
    return [];
  }
}

function keepWaiting(waiting: readonly Waiting[]): void {
  try {
    if (waiting.length === 0) sessionStorage.removeItem(waitingKey);
    else sessionStorage.setItem(waitingKey, JSON.stringify(waiting));
  } catch {
    // A browser that keeps nothing tells of nothing later.
  }
}

function send(pixel: Pixel, { event: { name, ...fields }, id }: Waiting): void {
  pixel('track', name, fields, ...(id === undefined ? [] : [{ eventID: id }]));
}

/** Whose script it is, and whether it may run on this page. */
type Where = { pixelId: string; mayRun: boolean };

/** Sends an event where the vendor's script may run; elsewhere it waits for the next such page. Without consent it is nothing. */
function tellPixel({ pixelId, mayRun }: Where, event: ShopEvent, id?: string): void {
  if (!isMeasured()) return;
  if (!mayRun) {
    if (event.name !== 'PageView') keepWaiting([...readWaiting(), { event, id }]);
    return;
  }
  const pixel = begin(pixelId);
  for (const one of readWaiting()) send(pixel, one);
  keepWaiting([]);
  send(pixel, { event, id });
}

const isIn = (paths: readonly string[], pathname: string) => paths.some((path) => matchPath(path, pathname) !== null);

/** Whether a press on a link leaves the pages that the advertiser may see, or comes back to them. */
function crossesBorder({ target }: MouseEvent, measured: readonly string[]): boolean {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.origin !== window.location.origin) return false;
  return isIn(measured, link.pathname) !== isIn(measured, window.location.pathname);
}

/** Tells of a page's view and of what is tracked on it, until the returned function is called. */
export function watchPage(pixelId: string, pathname: string, measured: readonly string[]): () => void {
  const where = { pixelId, mayRun: isIn(measured, pathname) };
  // The browser itself opens the page behind the link: with its own security policy and without the advertiser's script.
  const leaveToBrowser = (event: MouseEvent) => {
    if (crossesBorder(event, measured)) event.stopImmediatePropagation();
  };
  window.addEventListener('click', leaveToBrowser, { capture: true });
  tellPixel(where, { name: 'PageView' });
  const stop = listen((event, id) => tellPixel(where, event, id));
  return () => {
    stop();
    window.removeEventListener('click', leaveToBrowser, { capture: true });
  };
}
