import type { Settings } from '#platform/env/settings.server.ts';

/** Modes by how real their money is: none (demo), none with real cards' rules (rehearsal), real. */
export const paymentModes = ['sandbox', 'test', 'live'] as const;

export type PaymentMode = (typeof paymentModes)[number];

/** Names of the modes in files and findings. */
export const modeNames: Record<PaymentMode, string> = { live: 'Live', test: 'Test', sandbox: 'Demo' };

type ModeSettings = Pick<Settings, 'shopMode' | 'stripeSecretKey'>;

/**
 * Payment mode of a shop, by its secret key. Without one, a live shop is live and sells nothing.
 */
export function paymentMode({ shopMode, stripeSecretKey }: ModeSettings): PaymentMode {
  if (stripeSecretKey === undefined) return shopMode === 'demo' ? 'sandbox' : 'live';
  return stripeSecretKey.includes('_live_') ? 'live' : 'test';
}

/** True for a live shop whose payment keys are not entered yet. */
export const isUnconnected = ({ shopMode, stripeSecretKey }: ModeSettings) =>
  shopMode === 'live' && stripeSecretKey === undefined;

/** True when a live shop has test keys, so that everything but the payments is real. */
export function isLiveShopWithTestKeys(settings: ModeSettings): boolean {
  return settings.shopMode === 'live' && paymentMode(settings) === 'test';
}

/**
 * Returns the mode of one payment, which may differ from that of the shop's keys. Null is an order
 * without a payment, which has the shop's mode.
 */
export function modeOfPayment(payment: { livemode: boolean } | null, shopMode: PaymentMode): PaymentMode {
  if (payment === null) return shopMode;
  if (payment.livemode) return 'live';
  return shopMode === 'sandbox' ? 'sandbox' : 'test';
}
