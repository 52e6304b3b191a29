import type { Offers } from './offers.schema.ts';
import type { Navigation, Site } from './site.schema.ts';
import type { Theme } from './theme.schema.ts';

type Words = Pick<
  Site,
  | 'name'
  | 'product'
  | 'orderPrefix'
  | 'replyPromise'
  | 'freeShipping'
  | 'disclaimer'
  | 'seeProduct'
  | 'imageNote'
  | 'currencyNote'
>;
type Contact = Pick<Site['facts'], 'guaranteeDays' | 'supportEmail' | 'supportHours'>;

/** Logo with the size at which pages show it, in CSS pixels. */
export type ShownLogo = { src: string; width: number; height: number };
export type Logos = { onLight: ShownLogo; onDark: ShownLogo };

type Brand = { logo: Logos };

/** Part of the shop's texts that every page has. `seller` names by line who sells. */
export type PublicSite = Words &
  Contact &
  Navigation &
  Brand & { offers: Offers['dialogs']; seller: readonly string[] };

type Content = { site: Site; navigation: Navigation; offers: Offers; theme: Theme };

/** Logo of an empty shop. */
export const builtLogo: Logos = {
  onLight: { src: '/logo.svg', width: 137, height: 30 },
  onDark: { src: '/logo-white.svg', width: 137, height: 30 },
};

/** Room for a logo on a page, in CSS pixels. */
const [maxWidth, maxHeight] = [180, 30];

function shownLogo({ src, width, height }: Theme['logo']['onLight']): ShownLogo {
  const scale = Math.min(maxWidth / width, maxHeight / height);
  return { src, width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The owner's logo, or the built-in one. */
export function logoOf({ logo: { onLight, onDark } }: Pick<Theme, 'logo'>): Logos {
  return onLight.src === '' ? builtLogo : { onLight: shownLogo(onLight), onDark: shownLogo(onDark) };
}

export function siteOnPage({ site, navigation, offers, theme }: Content, seller: readonly string[]): PublicSite {
  const { name, product, orderPrefix, replyPromise, freeShipping, disclaimer, seeProduct, imageNote, currencyNote } =
    site;
  const words = { name, product, orderPrefix, replyPromise, freeShipping, disclaimer };
  const labels = { seeProduct, imageNote, currencyNote };
  const { guaranteeDays, supportEmail, supportHours } = site.facts;
  const logo = logoOf(theme);
  return {
    ...words,
    ...labels,
    guaranteeDays,
    supportEmail,
    supportHours,
    ...navigation,
    logo,
    offers: offers.dialogs,
    seller,
  };
}

const socialWidth = 1_200;

/** The owner's picture that messengers show beside a link: a JPEG. Null if there is none. */
export function shareImageOf({ shareImage: { src, widths = [480], alt, ...full } }: Theme) {
  if (src === '') return null;
  const width = widths.toSorted((a, b) => b - a).find((one) => one <= socialWidth) ?? 480;
  const height = Math.round((width * full.height) / full.width);
  return { src: `${src}-${width}.jpg`, width, height, alt };
}
