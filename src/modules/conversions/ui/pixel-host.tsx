import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { useIsMeasured } from '#modules/consent/ui/consent-store.ts';

import { isMeasuredPage } from '../rules.ts';
import { listen } from './track.ts';

/** Whether a press on a link leaves the pages that the advertiser may see, or comes back to them. */
function crossesBorder({ target }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.origin !== window.location.origin) return false;
  return isMeasuredPage(link.pathname) !== isMeasuredPage(window.location.pathname);
}

/** The browser itself opens the page behind the link: with its own security policy and without the advertiser's script. */
function leaveToBrowser(event: MouseEvent): void {
  if (crossesBorder(event)) event.stopImmediatePropagation();
}

/** Tells the advertiser's script of page views and of what is tracked, from the moment of consent on. */
export function PixelHost({ pixelId }: { pixelId: string }) {
  const { pathname } = useLocation();
  const isMeasured = useIsMeasured();
  useEffect(() => {
    if (!isMeasured) return undefined;
    let stop: (() => void) | undefined;
    let isLeft = false;
    const begin = async () => {
      const { tellPixel } = await import('./pixel.ts');
      if (isLeft) return;
      tellPixel(pixelId, pathname, { name: 'PageView' });
      stop = listen((event, id) => tellPixel(pixelId, pathname, event, id));
    };
    void begin();
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [isMeasured, pixelId, pathname]);
  useEffect(() => {
    if (!isMeasured) return undefined;
    window.addEventListener('click', leaveToBrowser, { capture: true });
    return () => window.removeEventListener('click', leaveToBrowser, { capture: true });
  }, [isMeasured]);
  return null;
}
