/** What an address brings, in whole percent, and the words of the buttons that open the dialog. */
export const captureOffer = {
  percent: 15,
  soldOutPercent: 10,
  open: 'Get {discount} off',
  notify: 'Sold out - notify me',
};

/** When the e-mail dialog may open by itself: milliseconds, pixels, and a share of the page's way. */
export const captureMoments = {
  /** Nothing opens before this. */
  quietMs: 10_000,
  timeMs: 30_000,
  /** While someone types or a dialog is open, the time-based one asks again after this. */
  againMs: 5_000,
  scrolledShare: 0.5,
  exitTopPx: 20,
  exitDelayMs: 100,
};
