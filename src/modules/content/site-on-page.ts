import type { Offers } from './offers.schema.ts';
import type { Navigation, Site } from './site.schema.ts';
import type { Theme } from './theme.schema.ts';

type Words = Pick<
  Site,
  'name' | 'product' | 'orderPrefix' | 'replyPromise' | 'disclaimer' | 'seeProduct' | 'imageNote' | 'currencyNote'
>;
type Contact = Pick<Site['facts'], 'guaranteeDays' | 'supportEmail' | 'supportHours'>;

/** Not edited by the owner. */
type Brand = { logo: { onLight: string; onDark: string; width: number; height: number } };

/** Part of the shop's texts that every page has. */
export type SiteOnPage = Words & Contact & Navigation & Brand & { offers: Offers['dialogs'] };

type Content = { site: Site; navigation: Navigation; offers: Offers };

export function siteOnPage({ site, navigation, offers }: Content, brand: Brand): SiteOnPage {
  const { name, product, orderPrefix, replyPromise, disclaimer, seeProduct, imageNote, currencyNote } = site;
  const words = { name, product, orderPrefix, replyPromise, disclaimer, seeProduct, imageNote, currencyNote };
  const { guaranteeDays, supportEmail, supportHours } = site.facts;
  return { ...words, guaranteeDays, supportEmail, supportHours, ...navigation, ...brand, offers: offers.dialogs };
}

const socialWidth = 1_200;

/** The owner's picture that messengers show beside a link: a JPEG. Null if there is none. */
export function shareImageOf({ shareImage: { src, widths = [480], alt, ...full } }: Theme) {
  if (src === '') return null;
  const width = widths.toSorted((a, b) => b - a).find((one) => one <= socialWidth) ?? 480;
  const height = Math.round((width * full.height) / full.width);
  return { src: `${src}-${width}.jpg`, width, height, alt };
}
