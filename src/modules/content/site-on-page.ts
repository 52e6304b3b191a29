import type { Offers } from './offers.schema.ts';
import type { Navigation, Site } from './site.schema.ts';

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
