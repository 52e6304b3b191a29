import { hasPrivacySignal, isRefused } from '#modules/accounts/ui/consent-store.ts';
import type { VisitAttribution } from '#shared/visit-source.schema.ts';

const key = 'arrival';
const maxReferrer = 2_000;
const maxCampaign = 200;

let known: VisitAttribution | undefined;

/** Returns what `keepArrival` stored before a full page load inside the shop, and deletes it. */
function storedArrival(): VisitAttribution | null {
  try {
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    const isInside = new URL(document.referrer).host === window.location.host;
    return stored === null || !isInside ? null : (JSON.parse(stored) as VisitAttribution);
  } catch {
    // Storage is unavailable, or the visit has no referrer.
    return null;
  }
}

/**
 * Returns how this visit began. Reads it once per page load, because navigation replaces the
 * address. Stores nothing in the browser.
 */
export function visitAttribution(): VisitAttribution {
  if (known !== undefined) return known;
  const campaign = new URLSearchParams(window.location.search).get('utm_source');
  known = storedArrival() ?? {
    from: document.referrer.slice(0, maxReferrer),
    ...(campaign === null ? {} : { campaign: campaign.slice(0, maxCampaign) }),
  };
  return known;
}

/** Keeps the arrival over a full page load. Only for visitors who agreed to be measured. */
export function keepArrival(): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(visitAttribution()));
  } catch {
    // Storage is unavailable: the order's source is not recorded.
  }
}

/**
 * Returns what an order may record of this visit. Undefined if the visitor rejected measurement or
 * the browser sends the privacy signal.
 */
export const recordableArrival = (): VisitAttribution | undefined =>
  isRefused() || hasPrivacySignal() ? undefined : visitAttribution();
