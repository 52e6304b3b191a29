/** Colors of emails and PDFs. */
export const colors = {
  berry: '#be123c',
  ink: '#33232a',
  soft: '#6b5560',
  line: '#ecd8d1',
  blush: '#fbe9e3',
  cream: '#fdf6f2',
};

/** Colors for mail clients in dark mode. */
export const dark = {
  page: '#1f1519',
  card: '#2b1e23',
  panel: '#3a2830',
  ink: '#fbeee9',
  soft: '#d9bfc1',
  accent: '#fda4af',
  line: '#46323a',
};

/** Logo above the card. Both inks of it are legible on light and on dark. */
export const logo = { src: '/media/maillogo.png', width: 137, height: 30 };
