import { useEffect } from 'react';

import { isAnchorOnPage, opensBeside, pressedLink } from '#ui/page-anchors.ts';
import { unreachable } from '#ui/refusal.ts';
import { toast } from '#ui/toast.tsx';

/**
 * Keeps the page when a link is pressed offline, and says why.
 * Without the next page's code the router reloads, and the browser's error page replaces the shop.
 */
export function useOfflineLinks(): void {
  useEffect(() => {
    const stay = (event: MouseEvent) => {
      const link = pressedLink(event);
      if (navigator.onLine || link === null || link.origin !== location.origin) return;
      if (isAnchorOnPage(link) || opensBeside(link, event)) return;
      event.preventDefault();
      toast({ title: unreachable.message, destructive: true, group: 'offline' });
    };
    addEventListener('click', stay, { capture: true });
    return () => removeEventListener('click', stay, { capture: true });
  }, []);
}
