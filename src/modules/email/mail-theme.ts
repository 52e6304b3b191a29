import { nightPanel, type Theme } from '#modules/content/theme.schema.ts';

export type MailTheme = Pick<Theme, 'colors' | 'nightAccent' | 'fonts' | 'logo'>;

/** Colors for mail clients in dark mode. The accent is the theme's. */
export const dark = {
  page: '#1f1519',
  card: '#2b1e23',
  panel: nightPanel,
  ink: '#fbeee9',
  soft: '#d9bfc1',
  line: '#46323a',
};

const jost = "Jost, 'Helvetica Neue', Helvetica, Arial, sans-serif";
const system = 'system-ui, sans-serif';

/** Font families of titles and texts. Mails bring no fonts, so most readers see a later one. */
export const fontsOf: Readonly<Record<Theme['fonts'], { display: string; sans: string }>> = {
  pair: { display: "'Cormorant Garamond', Garamond, Georgia, 'Times New Roman', serif", sans: jost },
  text: { display: jost, sans: jost },
  system: { display: system, sans: system },
};

/** Built-in logo above the card. Both inks of it are legible on light and on dark. */
export const builtLogo = { src: '/media/maillogo.png', width: 137, height: 30 };
