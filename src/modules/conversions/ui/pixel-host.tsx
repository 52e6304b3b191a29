import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { useIsMeasured } from '#modules/accounts/ui/consent-store.ts';

type PixelHostProps = {
  pixelId: string;
  /** Paths of pages on which the vendor's script may run. */
  measured: readonly string[];
};

/** Reports page views and tracked events to the advertiser's script, starting at consent. */
export function PixelHost({ pixelId, measured }: PixelHostProps) {
  const { pathname } = useLocation();
  const isMeasured = useIsMeasured();
  useEffect(() => {
    if (!isMeasured) return undefined;
    let stop: (() => void) | undefined;
    let isLeft = false;
    const begin = async () => {
      const { watchPage } = await import('./pixel.ts');
      if (!isLeft) stop = watchPage(pixelId, pathname, measured);
    };
    void begin();
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [isMeasured, pixelId, pathname, measured]);
  return null;
}
