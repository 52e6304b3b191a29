import { matchPath } from 'react-router';

import { hasTrackingConsent } from '#modules/accounts/ui/consent-store.ts';
import type { ShopEvent } from '#modules/shop-events/shop-event.ts';
import { listen } from '#modules/shop-events/ui/ad-events.ts';

import { keepArrival } from './visit-attribution.ts';

const pixelScript = 'https://connect.facebook.net/en_US/fbevents.js';

type Pixel = {
  (...call: unknown[]): void;
  /** Calls made before the vendor's script loaded, in order. */
  queue: unknown[][];
  callMethod?: (...call: unknown[]) => void;
  /** Stops the vendor's script from reporting page changes by itself, on every page. */
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
  // Sends only what the shop reports: no clicks, no form fields.
  pixel('set', 'autoConfig', false, id);
  pixel('init', id);
  return pixel;
}

const waitingKey = 'pixel_waiting';

type Waiting = { event: ShopEvent; id?: string | undefined };

function readWaiting(): Waiting[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(waitingKey) ?? '[]');
    return Array.isArray(stored) ? (stored as Waiting[]) : [];
  } catch {
    return [];
  }
}

function storeWaiting(waiting: readonly Waiting[]): void {
  try {
    if (waiting.length === 0) sessionStorage.removeItem(waitingKey);
    else sessionStorage.setItem(waitingKey, JSON.stringify(waiting));
  } catch {
    // Storage is unavailable: waiting events are lost.
  }
}

function send(pixel: Pixel, { event: { name, ...fields }, id }: Waiting): void {
  pixel('track', name, fields, ...(id === undefined ? [] : [{ eventID: id }]));
}

/** Pixel id, and whether the vendor's script may run on this page. */
type PixelContext = { pixelId: string; mayRun: boolean };

/**
 * Sends an event if the vendor's script may run on this page. Otherwise the event waits for the
 * next page that allows it. No-op without consent.
 */
function sendOrQueue({ pixelId, mayRun }: PixelContext, event: ShopEvent, id?: string): void {
  if (!hasTrackingConsent()) return;
  if (!mayRun) {
    if (event.name !== 'PageView') storeWaiting([...readWaiting(), { event, id }]);
    return;
  }
  const pixel = begin(pixelId);
  for (const one of readWaiting()) send(pixel, one);
  storeWaiting([]);
  send(pixel, { event, id });
}

const isIn = (paths: readonly string[], pathname: string) => paths.some((path) => matchPath(path, pathname) !== null);

/**
 * True when a pressed link leads from a page that the advertiser may see to one it may not, or
 * back.
 */
function crossesBorder({ target }: MouseEvent, measured: readonly string[]): boolean {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.origin !== window.location.origin) return false;
  return isIn(measured, link.pathname) !== isIn(measured, window.location.pathname);
}

/**
 * Reports a page view and the events tracked on the page, until the returned function is called.
 */
export function watchPage(pixelId: string, pathname: string, measured: readonly string[]): () => void {
  const context = { pixelId, mayRun: isIn(measured, pathname) };
  // Forces a full page load, so that the next page gets its own security policy and no advertiser's
  // script.
  const leaveToBrowser = (event: MouseEvent) => {
    if (!crossesBorder(event, measured)) return;
    keepArrival();
    event.stopImmediatePropagation();
  };
  window.addEventListener('click', leaveToBrowser, { capture: true });
  sendOrQueue(context, { name: 'PageView' });
  const stop = listen((event, id) => sendOrQueue(context, event, id));
  return () => {
    stop();
    window.removeEventListener('click', leaveToBrowser, { capture: true });
  };
}
