import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { listen } from '#modules/buying/meta-conversions/ui/track.ts';
import type { Seen } from '#modules/owner/web-analytics/contract.ts';
import { call } from '#modules/calls.ts';

/** Says it to the shop alone; nobody waits for the answer. */
export function sayVisit(said: Seen): void {
  void call('POST /visit', said);
}

function arrival(): Pick<Seen, 'from' | 'campaign'> {
  const campaign = new URLSearchParams(window.location.search).get('utm_source');
  return {
    from: document.referrer.slice(0, 2_000),
    ...(campaign === null ? {} : { campaign: campaign.slice(0, 200) }),
  };
}

/** Counts page views and filled carts; keeps nothing in the browser. */
export function VisitHost() {
  const { pathname } = useLocation();
  const hasArrived = useRef(false);
  useEffect(() => {
    sayVisit({ path: pathname, ...(hasArrived.current ? {} : arrival()) });
    hasArrived.current = true;
    return listen(({ name }) => {
      if (name === 'AddToCart') sayVisit({ path: pathname, step: 'cart' });
    });
  }, [pathname]);
  return null;
}
