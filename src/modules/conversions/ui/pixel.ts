import { isMeasured } from '#modules/consent/ui/consent-store.ts';

import { isMeasuredPage, type ShopEvent } from '../rules.ts';

export const pixelScript = 'https://connect.facebook.net/en_US/fbevents.js';

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

/** Sends an event where the vendor's script may run; elsewhere it waits for the next such page. Without consent it is nothing. */
export function tellPixel(pixelId: string, pathname: string, event: ShopEvent, id?: string): void {
  if (!isMeasured()) return;
  if (!isMeasuredPage(pathname)) {
    if (event.name !== 'PageView') keepWaiting([...readWaiting(), { event, id }]);
    return;
  }
  const pixel = begin(pixelId);
  for (const one of readWaiting()) send(pixel, one);
  keepWaiting([]);
  send(pixel, { event, id });
}
