import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { visitAttribution } from '#modules/conversions/ui/visit-attribution.ts';
import { listen } from '#modules/shop-events/ui/ad-events.ts';
import { call } from '#modules/api-client.ts';

import type { PageView } from './web-analytics.schema.ts';

/** Reports a page view to the shop only. Does not wait for the response. */
export function sendPageView(view: PageView): void {
  void call('POST /visit', view);
}

/**
 * Reports page views and additions to the cart. Stores nothing in the browser. The success page is
 * not counted, because its order is.
 */
export function PageViewHost({ isCounted }: { isCounted: boolean }) {
  const { pathname } = useLocation();
  const hasArrived = useRef(false);
  useEffect(() => {
    if (isCounted) sendPageView({ path: pathname, ...(hasArrived.current ? {} : visitAttribution()) });
    hasArrived.current = true;
    return listen(({ name }) => {
      if (name === 'AddToCart') sendPageView({ path: pathname, step: 'cart' });
    });
  }, [pathname, isCounted]);
  return null;
}
