import type { Settings } from '#platform/env/settings.server.ts';

export type PaymentMode = 'sandbox' | 'test' | 'live';

/** Payment mode of a shop, by its secret key. */
export function paymentMode({ stripeSecretKey }: Pick<Settings, 'stripeSecretKey'>): PaymentMode {
  if (stripeSecretKey === undefined) return 'sandbox';
  return stripeSecretKey.includes('_live_') ? 'live' : 'test';
}

/** True when a live shop has test keys, so that everything but the payments is real. */
export function isRehearsal(settings: Pick<Settings, 'shopMode' | 'stripeSecretKey'>): boolean {
  return settings.shopMode === 'live' && paymentMode(settings) === 'test';
}
