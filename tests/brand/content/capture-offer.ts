/**
 * Discounts for leaving an address, in whole percent, and labels of the buttons that open the
 * dialog.
 */
export const captureOffer = { percent: 15, soldOutPercent: 10, open: 'Get {discount} off', notify: 'Notify me' };

/**
 * Conditions under which the email dialog opens automatically: milliseconds, pixels, and a share
 * of the page's scroll height.
 */
export const captureMoments = {
  /** Minimum time before the dialog opens for any reason. */
  quietMs: 10_000,
  timeMs: 30_000,
  /** Delay before the time-based trigger retries while someone types or a dialog is open. */
  againMs: 5_000,
  scrolledShare: 0.5,
  exitTopPx: 20,
  exitDelayMs: 100,
};
